import ClientModel
import ClientPipeline
import Foundation
import TestSupport
import Testing

@testable import ClientCatalogs

/// The requests of eleven vendors' operations, to each of their servers and in each of their encodings, judged
/// by openapi-core.
struct VendorRequestTests {
  /// What openapi-core cannot judge, and why: an operation, with the number of a body where it is about that.
  private static let unjudged = [
    "box.json get_search":
      "OpenAPI does not define how a list of objects is written in a query; it takes none.",
    "digitalocean.json sshKeys_get":
      "The document marks each shape of the identifier in the path as read-only.",
    "discord.json create_channel_invite 1": "It takes an empty form for a missing body.",
    "discord.json create_guild_sticker 0": "It fails at a field with a list of types in a form.",
    "discord.json update_user_message_external_moderation_metadata 1":
      "It takes an empty form for a missing body.",
    "lob.json bank_account_verify 1": "It reads no fields of a form whose schema is a `oneOf`.",
    "lob.json bank_account_verify 2": "It reads no fields of a form whose schema is a `oneOf`.",
    "lob.json informed_delivery_campaign_create 0":
      "It reads no fields of a form whose schema is an `allOf` without `type`.",
    "xero.json updateQuoteAttachmentByFileName":
      "It takes the bytes of `application/octet-stream` for no string, in Base64 or not.",
  ]

  /// The document for the judge. A path may end in a fragment or a query, which tells operations apart: to the
  /// judge a path has neither.
  private static func judged(_ name: String, in folder: TemporaryFolder) throws -> String {
    let data = try Data(contentsOf: Document.folder.appending(path: "Vendors/\(name)"))
    var top = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let paths = top["paths"] as? [String: Any] ?? [:]
    top["paths"] = Dictionary(
      paths.map { (String($0.key.prefix { $0 != "#" && $0 != "?" }), $0.value) }
    ) { first, _ in first }
    return try folder.write(name, Array(try JSONSerialization.data(withJSONObject: top)))
  }

  private struct Request {
    let id: String
    let isJudged: Bool
    let form: EndpointForm
  }

  /// The form of each operation, for each server, body and extent, filled with an example.
  private func forms(of catalog: Catalog, _ name: String) -> [Request] {
    var requests: [Request] = []
    for endpoint in catalog.endpoints {
      let empty = EndpointForm(endpoint, in: catalog)
      for server in 0..<max(1, empty.servers.count) {
        for body in 0..<max(1, endpoint.bodies.count) {
          for extent in [EndpointForm.Extent.required, .everything] {
            var form = empty
            form.choose(server, for: .server)
            for field in form.fields(in: .server) where field.isRequired {
              form.set("acme.example.com", for: field.id)
            }
            if endpoint.bodies.count > 1 { form.choose(body, for: .mediaType) }
            form.fillExample(extent)
            for field in form.fields(in: .security) where field.id != .security {
              form.set("secret", for: field.id)
            }
            let operation = "\(name) \(endpoint.id)"
            let isJudged =
              Self.unjudged[operation] == nil && Self.unjudged["\(operation) \(body)"] == nil
            requests.append(
              Request(
                id: "\(operation) \(server) \(body) \(extent)", isJudged: isJudged, form: form))
          }
        }
      }
    }
    return requests
  }

  @Test func `what the forms of eleven vendors send is what their documents allow`() throws {
    var requests: [String: [OpenAPICore.Sent]] = [:]
    var problems: [String] = []
    let folder = try TemporaryFolder()
    let names = try Document.vendors()
    #expect(names.count >= 10)
    for name in names {
      let catalog = try Document.openVendor(name)
      #expect(catalog.problems == [])
      let path = try Self.judged(name, in: folder)
      for request in forms(of: catalog, name) {
        problems += request.form.problems.map { "\(request.id): \($0.field) \($0.what) \($0.why)" }
        do throws(DraftProblems) {
          let sent = OpenAPICore.Sent(request.id, try request.form.prepared())
          if request.isJudged { requests[path, default: []].append(sent) }
        } catch {
          problems.append("\(request.id): \(error.problems.map { "\($0.what) \($0.why)" })")
        }
      }
    }
    #expect(problems == [])
    #expect(requests.values.map(\.count).reduce(0, +) > 150)
    let refusals = try OpenAPICore.refusals(of: requests)
    #expect(refusals == [:])
  }

  @Test(arguments: try Document.vendors())
  func `a request that was saved is the same form again`(name: String) throws {
    let catalog = try Document.openVendor(name)
    for request in forms(of: catalog, name) {
      let draft = request.form.draft()
      let again = EndpointForm(reading: draft, request.form.endpoint, in: catalog)
      #expect(again.draft() == draft, "\(request.id)")
      #expect(Wire(again.normalDraft()) == Wire(draft), "\(request.id)")
      #expect(again.values == request.form.values, "\(request.id)")
      let shown = again.rows.filter { $0.section == .unmapped }.map(\.label)
      #expect(shown == [], "\(request.id)")
      #expect(
        again.rows.first { $0.id == .server }?.value
          == request.form.rows.first { $0.id == .server }?.value, "\(request.id)")
    }
  }
}

extension EndpointForm {
  /// The values of the fields by name, except the server. An object without members is sent as
  /// nothing, so it is none.
  fileprivate var values: [String: String] {
    let given = inputs.all.filter { $0.answer != .object([]) && $0.id != .server }
    return Dictionary(given.map { ("\($0.id)", "\($0.answer)") }) { first, _ in first }
  }
}
