/// An error in the arguments of a command.
struct UsageProblem: Error, CustomStringConvertible {
  let what: String
  let why: String
  let whatToDo: String

  var description: String { "\(what)\(why.isEmpty ? "" : " \(why)")\n\(whatToDo)" }
}
