import ClientModel
import JobFixtures
import Testing
import ViewModels

@Suite struct LogListTests {
  private func logged(_ kind: Event.Kind, job: Int64? = nil, gateway: String? = nil) -> LoggedEvent
  {
    LoggedEvent(
      Event(
        kind, at: Timestamp(milliseconds: 0), job: job.map { JobID($0) }, gateway: gateway),
      time: "10:00:00")
  }

  private var events: [LoggedEvent] {
    [
      logged(.finished(.fixture(17, .succeeded)), job: 17, gateway: "api"),
      logged(.own(OwnEvent("deployed", fields: [.init("version", "1.2")]))),
      logged(.finished(.fixture(18, .succeeded, lane: "shop")), job: 18, gateway: "shop"),
      logged(.started(.fixture(19, .running(attempt: 1))), job: 19, gateway: "api"),
    ]
  }

  private func rows(_ filter: String, _ model: AppModel) -> [ListRow] {
    var model = model
    for command: Command in [.feature(.log), .list(.filter), .insert(filter)] {
      _ = model.perform(command)
    }
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  @Test func `R40 the log filters by kind, job, gateway and text, all of which must fit`() {
    var model = AppModel()
    _ = model.receive(.happened(events))
    _ = model.receive(.notice(Notice(.info, "Copied the body.")))
    #expect(rows("", model).first?.title == "Copied the body.")
    #expect(rows("", model).last?.title.hasPrefix("job 17 succeeded") == true)
    let counts = [
      ("kind:finished", 2), ("kind:fin", 2), ("kind:finished,own", 3), ("kind:notice", 1),
      ("job:17", 1), ("job:1", 0), ("gateway:api", 2), ("gateway:api kind:started", 1),
      ("VERSION=1.2", 1), ("deployed kind:finished", 0), ("graph:g1", 0), ("kind:", 5),
    ]
    for (filter, count) in counts { #expect(rows(filter, model).count == count, "\(filter)") }
  }

  @Test func `a notice has the time at which it was shown`() {
    var model = AppModel()
    _ = model.receive(.notice(Notice(.info, "one")))
    model.dateNotices("10:00:01")
    #expect(!model.hasUndatedNotices)
    _ = model.receive(.happened(events))
    #expect(!model.hasUndatedNotices, "events have theirs")
    _ = model.receive(.notice(Notice(.info, "two")))
    #expect(model.hasUndatedNotices)
    model.dateNotices("10:00:02")
    let times = rows("kind:notice", model).map { $0.cells.first?.text }
    #expect(times == ["10:00:02", "10:00:01"])
  }

  @Test func `R40 R41 each of the twelve kinds is a row that says what it is about`() {
    func exchange(_ status: Int?) -> Event.Exchange {
      Event.Exchange(method: .get, url: "https://a.example/x", status: status)
    }
    let change = Event.CacheChange(method: .get, url: "https://a.example/x")
    let end = Event.GraphEnd(
      name: "flow", steps: [.init(name: "a", outcome: .done), .init(name: "b", outcome: .failed)],
      isStopped: true)
    let rows: [(Event.Kind, String, String)] = [
      (.received(exchange(200)), "received", "job 5 answered: GET https://a.example/x, 200"),
      (.notModified(exchange(200)), "notModified", "job 5 not modified: GET"),
      (.failed(exchange(500)), "failed", "job 5 refused: GET https://a.example/x, 500"),
      (.networkFailed(exchange(nil)), "networkFailed", "job 5 network failed: GET"),
      (.unavailable(exchange(503)), "unavailable", "job 5 unavailable: GET"),
      (.unauthorized(exchange(401)), "unauthorized", "job 5 not authorized: GET"),
      (.cacheUpdated(change), "cacheUpdated", "cached: GET https://a.example/x"),
      (.cacheRemoved(change), "cacheRemoved", "no longer cached: https://a.example/x"),
      (.valueSet(.init(key: "city", value: "Ulm")), "valueSet", "value city set: Ulm"),
      (.valueRemoved(.init(key: "city", value: "Ulm")), "valueRemoved", "value city removed: Ulm"),
      (.graphFinished(end), "graphFinished", "graph  flow ended: 1 of 2, stopped"),
      (.own(OwnEvent("deployed")), "own", "deployed"),
    ]
    var model = AppModel()
    _ = model.receive(.happened(rows.map { logged($0.0, job: 5) }))
    #expect(self.rows("", model).count == rows.count)
    for (_, word, line) in rows {
      let found = self.rows("kind:\(word)", model)
      #expect(found.count == 1 && found[0].title.hasPrefix(line), "\(word): \(found)")
      #expect(found.first?.cells.map(\.text).first == "10:00:00")
    }
  }

  @Test func `choosing an event opens its job, and one without a job is shown in full`() {
    var model = AppModel()
    _ = model.receive(.happened(Array(events.prefix(2))))
    _ = model.perform(.feature(.log))
    _ = model.perform(.list(.choose))
    #expect(model.overlays.isEmpty && model.notice?.what == "deployed version=1.2")
    _ = model.perform(.feature(.log))
    _ = model.perform(.move(.down))
    let effects = model.perform(.list(.choose))
    #expect(model.overlays.isEmpty && !effects.isEmpty)
    #expect(model.focus == .response)
  }

  @Test func `the cursor stays on its row while others come above it`() {
    var model = AppModel()
    _ = model.receive(.happened(Array(events.prefix(2))))
    _ = model.perform(.feature(.log))
    _ = model.perform(.move(.down))
    _ = model.receive(.happened(Array(events.suffix(2))))
    guard case .list(let list) = model.overlays.last else {
      Issue.record("no list")
      return
    }
    #expect(model.rows(of: list)[list.list.selected].title.hasPrefix("job 17"))
  }

  @Test func `the log lists the newest two thousand`() {
    var model = AppModel()
    for number in 0..<300 {
      _ = model.receive(
        .happened((0..<10).map { logged(.own(OwnEvent("e\(number * 10 + $0)"))) }))
    }
    let titles = rows("", model).map(\.title)
    #expect((2000...2200).contains(titles.count))
    #expect(titles.first == "e2999")
  }
}
