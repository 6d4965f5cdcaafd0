extension Draft {
  /// The assertions that are whole as they stand; those with templates are once they are filled. What is
  /// none is told where the draft is prepared.
  public var wholeAssertions: [Assertion] {
    var found: [Assertion] = []
    for text in assertions where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { found.append(try Assertion(text)) } catch { continue }
    }
    return found
  }
}
