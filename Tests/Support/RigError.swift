/// Something the test rig itself could not do: a missing tool, a refused socket, a deadline.
///
/// Never says anything about the program under test, except where a deadline for it has passed.
package struct RigError: Error, CustomStringConvertible {
  package let what: String
  package let why: String
  package let whatToDo: String

  package init(_ what: String, why: String, whatToDo: String = "Read the test; this is its rig.") {
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }

  /// A tool that `.ci/install --tests` brings is not there.
  package static func missing(tool: String) -> RigError {
    RigError(
      "The test needs \(tool).", why: "It is not installed here.",
      whatToDo: "Run `.ci/install --tests`.")
  }

  package var description: String { "\(what) \(why) \(whatToDo)" }
}
