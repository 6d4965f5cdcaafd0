import ArgumentParser
import ClientModel

/// A job's number on the command line. It is `17`, or `#17` as on the screen.
struct JobNumber: Hashable, Sendable {
  let id: JobID

  /// Returns the message about a job that is not in the store.
  static func unknown(_ id: JobID) -> String {
    "There is no job \(id). `weir queue list` and `weir history` list the jobs."
  }
}

extension [JobID] {
  /// The first ten numbers as text for a message: `1, 2, …`.
  var listed: String {
    prefix(10).map(\.description).joined(separator: ", ") + (count > 10 ? ", …" : "")
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
