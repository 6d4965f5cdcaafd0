extension Draft {
  /// The assertions that contain no template. Invalid lines are omitted here. Preparing the draft
  /// reports them.
  public var literalAssertions: [Assertion] {
    var found: [Assertion] = []
    for text in assertions where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { found.append(try Assertion(text)) } catch { continue }
    }
    return found
  }
}
