import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct HistoryScreenTests {
  private func lines(_ url: String, width: Int) -> [String] {
    var model = AppModel()
    let effects = model.perform(.feature(.history))
    var number = 0
    for case .feature(let any) in effects {
      if case .load(_, before: _, let asked)? = any.effect as? HistoryEffect { number = asked }
    }
    let exchange = AttemptID(job: JobID(12), number: 1)
    var row = HistoryRow(exchange: exchange, url: url)
    (row.outcome, row.result, row.size, row.time) = (.responded(200), "200", "4.1 kB", "10:12:31")
    _ = model.receive(.history(.page(HistoryUpdate(number: number, rows: [row], next: nil))))
    let size = Size(width: width, height: 20)
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    let text = Screen.draw(model, keys: KeyReader(), size: size).text
    return text.split(separator: "\n").map(String.init).filter { $0.contains("GET  ") }
  }

  @Test func `a URL that does not fit shows its end, which distinguishes the rows`() {
    let url = "http://warehouse.example.com:8080/shelves/north/lamps?page=17"
    let line = lines(url, width: 60).first
    #expect(line?.contains("page=17") == true, "\(line ?? "no row")")
    #expect(line?.contains("GET  wareh") == true && line?.contains("10:12:31") == true)
  }

  @Test func `a URL that fits is complete`() {
    #expect(lines("http://[::1]/lamps", width: 60).contains { $0.contains("http://[::1]/lamps ") })
  }

  private static func row(
    _ job: Int64, _ method: String, _ url: String, _ outcome: ExchangeOutcome, _ result: String,
    size: String = "", time: String, fault: String = ""
  ) -> HistoryRow {
    var row = HistoryRow(
      exchange: AttemptID(job: JobID(job), number: 1), method: method, url: "https://\(url)")
    (row.outcome, row.result, row.size) = (outcome, result, size)
    (row.time, row.fault) = (time, fault)
    return row
  }

  private static let rows = [
    row(
      21, "POST", "api.example.com/v2/orders/4711/pay", .responded(200), "200", size: "412 B",
      time: "10:14:28"),
    row(
      20, "GET", "api.example.com/v2/orders?state=open&page=1", .responded(200), "200",
      size: "4.1 kB", time: "10:12:31"),
    row(
      19, "POST", "api.example.com/v2/orders/4710/pay", .refused(500), "500", size: "96 B",
      time: "10:00:07", fault: "assert: 1 failed"),
    row(
      18, "GET", "mail.example.com/messages/2026/11/21/inbox", .failed, "failed",
      time: "11-20 10:12:02"),
  ]

  private func show(_ rows: [HistoryRow], _ effects: [Effect], in model: inout AppModel) {
    for case .feature(let any) in effects {
      guard case .load(_, before: _, let number)? = any.effect as? HistoryEffect else { continue }
      _ = model.receive(.history(.page(HistoryUpdate(number: number, rows: rows, next: nil))))
    }
  }

  @Test func `the history looks as it was approved`() throws {
    var model = ShopScene.model()
    show(Self.rows, model.perform(.feature(.history)), in: &model)
    _ = model.perform(.move(.down))
    try GoldenScreen.check(model, "history")
    show(Array(Self.rows.dropFirst()), model.perform(.list(.delete)), in: &model)
    _ = model.receive(.notice(.deleted(1, of: 1)))
    try GoldenScreen.check(model, "history-deleted")
  }

  @Test func `a filtered history looks as it was approved`() throws {
    var model = ShopScene.model()
    show(Self.rows, model.perform(.feature(.history)), in: &model)
    _ = model.perform(.list(.filter))
    let some = Self.rows.filter { $0.method == "POST" }
    show(some, model.perform(.insert("method:post")), in: &model)
    try GoldenScreen.check(model, "history-filter-typed")
    _ = model.perform(.typing(.leave))
    try GoldenScreen.check(model, "history-filtered")
    show([], model.perform(.list(.filter)) + model.perform(.insert(" lamp")), in: &model)
    try GoldenScreen.check(model, "history-filter-empty")
  }
}
