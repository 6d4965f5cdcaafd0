/// The reason why a YAML file cannot be used, and the position in the file.
package struct YAMLProblem: Error, Hashable, Sendable {
  package let place: YAMLPosition
  /// The summary, for example "weir.yaml:3:1 cannot be read."
  package let what: String
  package let why: String
  package let whatToDo: String

  package init(_ place: YAMLPosition, what: String? = nil, why: String, whatToDo: String) {
    self.place = place
    self.what = what ?? "\(place) cannot be read."
    self.why = why
    self.whatToDo = whatToDo
  }
}
