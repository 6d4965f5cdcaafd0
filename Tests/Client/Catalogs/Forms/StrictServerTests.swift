import ClientModel
import ClientPipeline
import Foundation
import TestSupport
import Testing

@testable import ClientCatalogs

/// Each generated example request is judged by openapi-core against the document it was made from.
struct StrictServerTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let documents = top.appending(path: "Documents")
  private static let bundled = top.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Client/CBundled")

  /// The requests of all endpoints, and what the forms themselves say against them.
  private func examples(
    of catalog: Catalog, _ extent: EndpointForm.Extent
  ) -> (sent: [OpenAPICore.Sent], problems: [String]) {
    var sent: [OpenAPICore.Sent] = []
    var problems: [String] = []
    for endpoint in catalog.groups.flatMap(\.endpoints) {
      for index in 0..<max(1, endpoint.bodies.count) {
        var form = EndpointForm(endpoint, in: catalog)
        if endpoint.bodies.count > 1 { form.choose(index, for: .mediaType) }
        form.fillExample(extent)
        for field in form.fields(in: .security) where field.id != .security {
          form.set("secret", for: field.id)
        }
        let id = "\(endpoint.id) \(index)"
        problems += form.problems.map { "\(id): \($0.field) \($0.what) \($0.why)" }
        do throws(DraftProblems) {
          let request = try form.absolute.prepared()
          sent.append(OpenAPICore.Sent(id, request))
        } catch {
          problems.append("\(id): \(error.problems.map { "\($0.place) \($0.what) \($0.why)" })")
        }
      }
    }
    return (sent, problems)
  }

  @Test(arguments: BundledCatalogs.names, [EndpointForm.Extent.required, .everything])
  func `examples of a bundled catalog are what its document allows`(
    name: String, extent: EndpointForm.Extent
  ) throws {
    let text = try #require(BundledCatalogs.text(of: name))
    let catalog = try Catalog.read(text: text, name: name)
    let (sent, problems) = examples(of: catalog, extent)
    #expect(problems == [])
    // Path filters and their segment are no part of OpenAPI.
    let plain = sent.filter { one in
      catalog.endpoint(String(one.id.dropLast(2)))?.rules.pathFilters == nil
    }
    let refusals = try OpenAPICore.refusals(
      of: plain, by: Self.bundled.appending(path: "\(name).yaml").path)
    #expect(refusals == [:])
  }
}

extension EndpointForm {
  /// A server of the document whose address begins with a slash has no host of its own.
  var absolute: EndpointForm {
    guard let server = chosenServer ?? servers.first else {
      var form = self
      form.set("http://localhost", for: .server)
      return form
    }
    guard server.url.hasPrefix("/") else { return self }
    var form = self
    form.set("http://localhost\(server.url)", for: .server)
    return form
  }
}
