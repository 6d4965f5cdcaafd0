import ArgumentParser
import ClientModel

/// A job as it is named on the command line: `17`, or `#17` as the screen writes it.
struct JobNumber: Hashable, Sendable {
  let id: JobID
}

extension JobNumber: ExpressibleByArgument {
  init?(argument: String) {
    let digits = argument.begins(with: "#") ? argument.dropping(bytes: 1) : argument[...]
    guard let number = UInt32(digits) else { return nil }
    id = JobID(Int64(number))
  }

  var description: String { id.description }
}
