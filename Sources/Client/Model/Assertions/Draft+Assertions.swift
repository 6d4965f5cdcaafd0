extension Draft {
  /// The valid assertions without templates. Invalid lines are reported when the draft is prepared.
  public var literalAssertions: [Assertion] {
    var found: [Assertion] = []
    for text in assertions where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { found.append(try Assertion(text)) } catch { continue }
    }
    return found
  }
}
