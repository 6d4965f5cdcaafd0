import ArgumentParser
import ClientModel

/// A job as it is named on the command line: `17`, or `#17` as the screen writes it.
struct JobNumber: Hashable, Sendable {
  let id: JobID

  /// What to say of a job that the store does not have.
  static func unknown(_ id: JobID) -> String {
    "There is no job \(id). `weir queue list` and `weir history` name those there are."
  }
}

extension JobNumber: ExpressibleByArgument {
  init?(argument: String) {
    let digits = argument.begins(with: "#") ? argument.dropping(bytes: 1) : argument[...]
    guard let number = UInt32(digits) else { return nil }
    id = JobID(Int64(number))
  }

  var description: String { id.description }
}
