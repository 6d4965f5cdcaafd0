import ClientCatalogs
import ClientDocuments
import ClientModel
import ClientPipeline
import ClientReading
import Panels
import ReadingValues
import ViewModels

/// The printer of a response in the view that the endpoint's catalog defines. The lines are those
/// of the View tab, but not truncated.
struct ViewPrinter {
  private let exchange: JobExchange
  private let catalogs: CatalogLibrary

  init(_ exchange: JobExchange, catalogs: CatalogLibrary) {
    (self.exchange, self.catalogs) = (exchange, catalogs)
  }

  func print() throws {
    let plan = try plan()
    switch Rendering(plan, of: try source(), root: exchange.root) {
    case .refused(let words):
      throw problem("The response of job \(exchange.job.id) has no view.", words)
    case .view(let view):
      // If the width is unlimited, bars have the same length as on a wide screen.
      let table = RenderedTable(view, width: nil)
      for row in view.rows { Console.print(table.text(row)) }
    }
  }

  private func plan() throws -> ViewPlan {
    let what = "The response of job \(exchange.job.id) has no view."
    guard let endpoint = exchange.request?.endpoint else {
      throw problem(what, "Its request was not made from an endpoint of a catalog.")
    }
    let shown = Console.safe(endpoint.text)
    let rules: EndpointRules?
    do throws(CatalogFailure) { rules = try catalogs.rules(of: endpoint) } catch {
      switch error {
      case .cancelled: rules = nil
      case .refused(let trouble):
        throw problem(what, Console.safe("\(trouble.place): \(trouble.why)"))
      }
    }
    guard let rules else { throw problem(what, "No catalog of this workspace describes \(shown).") }
    guard let plan = rules.view else {
      throw problem(what, "The catalog defines no view for \(shown).")
    }
    return plan
  }

  private func source() throws -> ByteSource {
    try (exchange.response?.body ?? .none).source(in: exchange.storedBody)
      .text(mediaType: exchange.response?.head?.mediaType).text
  }

  private func problem(_ what: String, _ why: String) -> UsageProblem {
    UsageProblem(
      what: what, why: why,
      whatToDo: "`weir show \(exchange.job.id) --body` prints the response unchanged.")
  }
}
