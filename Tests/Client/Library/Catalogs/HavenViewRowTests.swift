import ClientCatalogs
import ClientCore
import ClientDocuments
import ClientModel
import ClientReading
import Foundation
import ReadingValues
import TestSupport
import TestTraits
import Testing

/// What the catalog of Haven OnDemand shows of the response of each app.
@Suite(.usesSystem(minutes: 5)) struct HavenViewRowTests {
  private func rendering(_ end: LibraryBench.Exchange, _ plan: ViewPlan) -> Rendering {
    Rendering(plan, of: ByteSource(Array((end.body ?? "").utf8)), root: end.root)
  }

  private func texts(_ rendering: Rendering) -> [String] {
    guard case .view(let view) = rendering else { return [] }
    return view.rows.map(\.text)
  }

  @Test func `H25 each of the 63 apps has a view in its catalog that shows its response`()
    async throws
  {
    let haven = try await ServiceBench(.haven)
    let apps = haven.catalog.groups.filter { $0.name != "Jobs" }.flatMap(\.endpoints)
      .filter { $0.method == .post }
    #expect(apps.count == 63)
    var shown = 0
    for app in apps {
      let plan = try #require(app.rules.view, "\(app.id)")
      #expect(haven.catalog.endpoint("\(app.id)-get")?.rules.view == plan)
      var form = try haven.form(app.id)
      if form.names.contains("url") { form.put(["http://a.example"], in: "url") }
      if app.id == "identifylanguage" {
        form = try haven.form(app.id, ["text": "wo liegt das Buch"])
      }
      form.fillExample()
      form.put(["sync"], in: "mode")
      if !form.problems.isEmpty { form.put(["async"], in: "mode") }
      let end = try await haven.send(form)
      // What an example names may not exist at the service.
      guard end.job.state == .succeeded else { continue }
      shown += 1
      if case .refused(let words) = rendering(end, plan) {
        Issue.record("\(app.id): \(words) \(end.body ?? "")")
      }
    }
    #expect(shown > 50, "\(shown)")
    await haven.bench.client.quit(.drain)
  }

  @Test func `H25 a view has each digit and each member that the response has`() async throws {
    let haven = try await ServiceBench(.haven)
    let endpoint = try #require(haven.catalog.endpoint("analyzesentiment"))
    let end = try await haven.send(
      haven.form("analyzesentiment", ["text": "I love dogs", "mode": "sync"]))
    let plan = try #require(endpoint.rules.view)
    let lines = texts(rendering(end, plan)).joined(separator: "\n")
    let body = try #require(end.body)
    for name in ["score", "original_length"] {
      for digits in body.matches(of: try Regex("\"\(name)\":(-?[0-9.]+)")) {
        #expect(lines.contains(digits.output[1].substring ?? "none"), "\(name): \(lines)")
      }
    }
    #expect(lines.contains("love dogs"))
    await haven.bench.client.quit(.drain)
  }
}
