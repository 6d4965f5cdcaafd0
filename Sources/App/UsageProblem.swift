/// Something wrong with how a command was called.
struct UsageProblem: Error, CustomStringConvertible {
  let what: String
  let why: String
  let whatToDo: String

  var description: String { "\(what)\(why.isEmpty ? "" : " \(why)")\n\(whatToDo)" }
}
