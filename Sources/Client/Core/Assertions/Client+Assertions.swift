public import ClientModel

extension Client {
  /// The first of these assertions that nothing can check, by its place among them, and why, in one
  /// sentence; nil when all can be. No program is run.
  public func fault(inAssertions assertions: [Assertion]) async -> (index: Int, why: String)? {
    await assertionPrograms.fault(in: assertions)
  }

  /// - Throws: Which assertion of these requests nothing can check.
  func checkAssertions(_ lists: [[Assertion]]) async throws(Failure) {
    guard lists.contains(where: { !$0.isEmpty }) else { return }
    let all = Array(lists.joined())
    guard let (index, why) = await fault(inAssertions: all) else { return }
    throw Failure(
      .invalidRequest, what: "The assertion `\(all[index].text)` cannot be checked.", why: why,
      whatToDo: "Correct it or remove it; nothing was sent.")
  }
}
