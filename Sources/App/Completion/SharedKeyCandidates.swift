import ArgumentParser
import ClientModel
import ClientStore

/// The keys of shared values. The values are not shown.
struct SharedKeyCandidates {
  let keys: [SharedKey]

  var all: [CompletionCandidate] { keys.map { CompletionCandidate($0.name) } }
}

extension CompletionKind {
  static var sharedKeys: CompletionKind {
    values { _, facts in SharedKeyCandidates(keys: try facts.store().sharedKeys()).all }
  }
}
