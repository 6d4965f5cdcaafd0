import Testing

@testable import weir

struct SavedNamesTests {
  private let saved = SavedNames(
    names: ["login", "users/create", "users/list", "zoo/list"], folder: "/home/ada/api")

  private func problem(_ names: String...) -> UsageProblem? {
    do { try saved.check(names) } catch { return error }
    return nil
  }

  @Test func `names that are saved may be sent`() {
    #expect(problem("login", "users/list") == nil)
  }

  @Test(arguments: [
    ("user/list", "`users/list` or `zoo/list`"), ("lgoin", "`login`"), ("create", "`users/create`"),
  ])
  func `a wrong name is reported with the nearest ones`(word: String, near: String) {
    let problem = problem("login", word)
    #expect(problem?.what == "There is no saved request or graph `\(word)`.")
    #expect(problem?.why == "4 requests are saved in /home/ada/api.")
    #expect(problem?.whatToDo == "Did you mean \(near)? `weir run` without a name lists them.")
  }

  @Test func `graphs are counted and found too`() {
    let saved = SavedNames(names: ["login", "graphs/checkout", "graphs/nightly"], folder: "/x")
    func problem(_ word: String) -> UsageProblem? {
      do throws(UsageProblem) { try saved.check([word]) } catch { return error }
      return nil
    }
    #expect(problem("chekout")?.why == "1 request and 2 graphs are saved in /x.")
    #expect(problem("chekout")?.whatToDo.hasPrefix("Did you mean `graphs/checkout`?") ?? false)
    #expect(problem("checkout") == nil)
    let single = SavedNames(names: ["graphs/a"], folder: "/x")
    #expect(throws: UsageProblem.self) { try single.check(["zzzz"]) }
  }

  @Test func `without anything near it the list is named`() {
    #expect(problem("xyzzy")?.whatToDo == "`weir run` without a name lists them.")
    #expect(saved.lines == saved.names)
    #expect(SavedNames(names: [], folder: "/x").lines.first?.contains("weir import curl") == true)
  }
}
