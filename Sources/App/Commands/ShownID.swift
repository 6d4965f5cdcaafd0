import ArgumentParser
import ClientModel

/// The subject of `weir show`: a job such as `17`, one of its attempts such as `17.2`, or a graph
/// such as `g3`.
struct ShownID: Hashable, Sendable {
  let id: QueueID
  /// The attempt's number, or nil for the last.
  let attempt: Int?
}

extension ShownID: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.pieces(at: ".", maxSplits: 1)
    guard let id = QueueID(argument: String(parts[0])) else { return nil }
    self.id = id
    guard parts.count == 2 else {
      attempt = nil
      return
    }
    guard case .job = id, let number = UInt16(parts[1]), number > 0 else { return nil }
    attempt = Int(number)
  }

  var description: String { id.description + (attempt.map { ".\($0)" } ?? "") }
}
