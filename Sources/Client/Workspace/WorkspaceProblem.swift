package import ClientYAML

/// The reason why a part of a workspace cannot be used or written.
package struct WorkspaceProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, yaml, name, outside, exists, missing, secretInClear, untrusted, environment
  }

  package let kind: Kind
  package let what: String
  package let why: String
  package let whatToDo: String
  package let place: YAMLPosition?

  package init(
    _ kind: Kind, what: String, why: String, whatToDo: String, place: YAMLPosition? = nil
  ) {
    self.kind = kind
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
    self.place = place
  }

  init(_ problem: YAMLProblem) {
    self.init(
      .yaml, what: problem.what, why: problem.why, whatToDo: problem.whatToDo,
      place: problem.place)
  }
}
