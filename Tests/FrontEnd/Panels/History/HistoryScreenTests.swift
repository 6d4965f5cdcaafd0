import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct HistoryScreenTests {
  private func lines(_ url: String, width: Int) -> [String] {
    var model = AppModel()
    let effects = model.perform(.app(.history))
    var number = 0
    for case .history(.load(_, before: _, let asked)) in effects { number = asked }
    let exchange = AttemptID(job: JobID(12), number: 1)
    let row = HistoryRow(
      exchange: exchange, title: "GET \(url)", detail: "#12 200 · 4.1 kB · 2 min ago")
    _ = model.receive(.history(HistoryUpdate(number: number, rows: [row], next: nil)))
    let size = Size(width: width, height: 20)
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    let text = Screen.draw(model, keys: KeyReader(), size: size).text
    return text.split(separator: "\n").map(String.init).filter { $0.contains("GET ") }
  }

  @Test func `a URL that does not fit shows its end, which distinguishes the rows`() {
    let url = "http://warehouse.example.com:8080/shelves/north/lamps?page=17"
    let line = lines(url, width: 60).first
    #expect(line?.contains("page=17") == true, "\(line ?? "no row")")
    #expect(line?.contains("GET http") == true && line?.contains("2 min ago") == true)
  }

  @Test func `a URL that fits is complete`() {
    #expect(lines("http://[::1]/lamps", width: 60).contains { $0.contains("http://[::1]/lamps ") })
  }

  private static let rows = [
    ("POST https://api.example.com/v2/orders/4711/pay", "200 · 412 B · 3 s ago"),
    ("GET https://api.example.com/v2/orders?state=open&page=1", "200 · 4.1 kB · 2 min ago"),
    ("POST https://api.example.com/v2/orders/4710/pay", "500 · 96 B · 14 min ago · ✗ status 2xx"),
    ("GET https://mail.example.com/messages/2026/11/21/inbox", "timed out · yesterday 10:12"),
  ].enumerated().map { index, row in
    HistoryRow(
      exchange: AttemptID(job: JobID(21 - Int64(index)), number: 1), title: row.0,
      detail: "#\(21 - index) \(row.1)")
  }

  private func show(_ rows: [HistoryRow], _ effects: [Effect], in model: inout AppModel) {
    for case .history(.load(_, before: _, let number)) in effects {
      _ = model.receive(.history(HistoryUpdate(number: number, rows: rows, next: nil)))
    }
  }

  @Test func `the history looks as it was approved`() throws {
    var model = ShopScene.model()
    show(Self.rows, model.perform(.app(.history)), in: &model)
    _ = model.perform(.move(.down))
    try GoldenScreen.check(model, "history")
    show(Array(Self.rows.dropFirst()), model.perform(.list(.delete)), in: &model)
    _ = model.receive(.notice(.deleted(1, of: 1)))
    try GoldenScreen.check(model, "history-deleted")
  }

  @Test func `a filtered history looks as it was approved`() throws {
    var model = ShopScene.model()
    show(Self.rows, model.perform(.app(.history)), in: &model)
    _ = model.perform(.list(.filter))
    let some = Self.rows.filter { $0.title.hasPrefix("POST") }
    show(some, model.perform(.insert("method:post")), in: &model)
    try GoldenScreen.check(model, "history-filter-typed")
    _ = model.perform(.typing(.leave))
    try GoldenScreen.check(model, "history-filtered")
    show([], model.perform(.list(.filter)) + model.perform(.insert(" lamp")), in: &model)
    try GoldenScreen.check(model, "history-filter-empty")
  }
}
