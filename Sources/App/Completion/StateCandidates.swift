import ArgumentParser
import ClientModel

/// The states of a job.
enum StateCandidates {
  static var all: [CompletionCandidate] {
    JobState.Word.allCases.map { CompletionCandidate($0.rawValue, JobStateHelp.meaning(of: $0)) }
  }
}

extension CompletionKind {
  static var jobStates: CompletionKind { values { _, _ in StateCandidates.all } }
}
