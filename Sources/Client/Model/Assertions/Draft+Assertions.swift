extension Draft {
  /// The assertions that contain no template. A line that is not an assertion is omitted here, and
  /// is reported when the draft is prepared.
  public var literalAssertions: [Assertion] {
    var found: [Assertion] = []
    for text in assertions where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { found.append(try Assertion(text)) } catch { continue }
    }
    return found
  }
}
