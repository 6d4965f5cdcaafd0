import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct ComparingTests {
  private func exchange(_ job: Int64, _ text: String, status: Int = 200) -> Exchange {
    Exchange(
      job: .fixture(job, .succeeded),
      attempt: .fixture(1, of: job, result: .json(text, status: status)), request: .fixture())
  }

  /// Job 1 on show; asks to compare it, and is given this.
  private func comparing(_ now: String, with before: Exchange?) -> ResponseDriver {
    var driver = ResponseDriver.showing(now)
    driver.perform(.compare)
    #expect(
      driver.others.last
        == .response(.findPrevious(of: AttemptID(job: JobID(1), number: 1))))
    driver.receive(.previous(before, of: AttemptID(job: JobID(1), number: 1)))
    return driver
  }

  private func lines(_ driver: ResponseDriver) -> [String] {
    (driver.model.comparison?.rows ?? []).map { row in
      switch row {
      case .before, .now: "\(row)"
      case .columns(let left, let right): "\(left) > \(right)"
      case .head(let name, let left, let right): "\(name) \(left) > \(right)"
      case .text(let words): words
      case .value(let row):
        switch row.kind {
        case .equal(let count): "= \(count)"
        default: "\(row.label) \(row.left) > \(row.right)"
        }
      }
    }
  }

  @Test func `the run before stands beside the one on show, head first`() {
    var driver = comparing(
      #"{"a":1,"b":2}"#, with: exchange(7, #"{"b":2,"a":5}"#, status: 404))
    #expect(driver.model.tab == .compare)
    #expect(
      lines(driver)
        == [
          "before #7 > now #1", "status 404 OK > 200 OK", #"body {"b":2,"a":5} > {"a":1,"b":2}"#,
          "a 5 > 1", "= 1",
        ])
    driver.perform(.compare)
    #expect(driver.model.tab == .tree && driver.model.comparison == nil)
    #expect(!driver.model.tabs.contains(.compare))
  }

  @Test func `the back command leaves the comparison`() {
    var driver = comparing("1", with: exchange(7, "2"))
    #expect(driver.model.hints.first == .app(.back))
    #expect(driver.model.backHint == "end comparison")
    driver.run { $0.back(.focused) ?? [] }
    #expect(driver.model.tab == .tree && driver.model.comparison == nil)
    #expect(driver.model.back(.focused) == nil && driver.model.backHint == nil)
  }

  @Test func `a second press before the earlier response comes takes back the first`() {
    var driver = ResponseDriver.showing("1")
    let before = exchange(7, "2")
    let id = AttemptID(job: JobID(1), number: 1)
    driver.perform(.compare)
    driver.perform(.compare)
    #expect(driver.others.filter { $0 == .response(.findPrevious(of: id)) }.count == 1)
    driver.receive(.previous(before, of: id))
    #expect(driver.model.tab == .tree && driver.model.comparison == nil)
    for _ in 0..<3 { driver.perform(.compare) }
    for _ in 0..<2 { driver.receive(.previous(before, of: id)) }
    #expect(driver.model.tab == .compare && driver.model.comparison?.otherJob.id == JobID(7))
  }

  @Test func `what is ignored stays ignored until it counts again`() {
    var driver = comparing(#"{"a":1,"b":2}"#, with: exchange(7, #"{"a":5,"b":2}"#))
    driver.run { $0.move(.last) }
    driver.perform(.ignore)
    guard case .notify? = driver.others.last else {
      Issue.record("What is equal cannot be pointed at.")
      return
    }
    for _ in 0..<2 { driver.run { $0.move(.up) } }
    driver.run { $0.move(.down) }
    driver.perform(.ignore)
    #expect(lines(driver) == ["before #7 > now #1", "Ignored: .a", "The bodies are equal."])
    driver.perform(.ignoreNothing)
    #expect(lines(driver).contains("a 5 > 1"))
  }

  @Test func `bodies that are no JSON are the same or not`() {
    #expect(
      lines(comparing("[1", with: exchange(7, "[1"))) == [
        "before #7 > now #1", "The bodies are the same, byte for byte.",
      ])
    #expect(
      lines(comparing("[1", with: exchange(7, "[2"))) == [
        "before #7 > now #1", "The bodies differ. Only JSON is compared value by value.",
      ])
  }

  @Test func `another response, or none to compare with, ends it`() {
    var driver = comparing("1", with: exchange(7, "2"))
    driver.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(),
        [.fixture(1, of: 1, result: .json("1")), .fixture(2, of: 1, result: .json("3"))]))
    #expect(driver.model.comparison == nil && driver.model.tab == .tree)
    let alone = comparing("1", with: nil)
    #expect(alone.model.comparison == nil)
    guard case .notify(let notice)? = alone.others.last else {
      Issue.record("Nothing was said.")
      return
    }
    #expect(notice.what == "There is nothing to compare with.")
  }

  @Test func `a narrow panel shows the current value below the earlier one`() {
    var driver = comparing(#"{"a":1,"b":2}"#, with: exchange(7, #"{"a":5,"c":2}"#))
    driver.run { $0.move(.last) }
    let wide = driver.model.comparison?.rows ?? []
    let selected = wide[driver.model.list(of: .compare).selected]
    driver.run { $0.show(rowColumns: 71) }
    let narrow = driver.model.comparison?.rows ?? []
    #expect(narrow.count == wide.count + 1)
    #expect(narrow[driver.model.list(of: .compare).selected] == selected)
    let place = narrow.firstIndex { if case .before = $0 { true } else { false } } ?? 0
    #expect(narrow[place].difference == narrow[place + 1].difference)
    driver.run { $0.point(row: place + 1) }
    driver.run { $0.show(rowColumns: 72) }
    #expect(driver.model.comparison?.rows == wide)
    #expect(wide[driver.model.list(of: .compare).selected] == narrow[place].difference)
    driver.run { $0.show(rowColumns: 50) }
    driver.run { $0.point(row: place + 1) }
    driver.perform(.ignore)
    #expect(lines(driver)[1] == "Ignored: .a")
  }
}
