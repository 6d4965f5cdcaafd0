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
}
