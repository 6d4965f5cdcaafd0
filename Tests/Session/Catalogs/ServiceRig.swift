import Foundation
import LoopbackHTTP
import MockServices
import StandInServices
import TestSupport
import Testing

/// A stand-in service within the test, and a user of `weir` who calls it by the endpoints of its
/// catalog.
struct ServiceRig {
  let home: WeirHome
  let server: LoopbackServer
  let catalog: StandInCatalog

  init(_ catalog: StandInCatalog) throws {
    self.catalog = catalog
    home = try WeirHome()
    server = try LoopbackServer(catalog.service)
  }

  /// The words that call an endpoint of the service with the account it knows.
  func words(_ endpoint: String, _ items: [String]) -> [String] {
    ["--endpoint", "\(catalog.rawValue)#\(endpoint)", "port=\(server.port)"]
      + catalog.account.map { "\($0.name)=\($0.value)" } + items
  }

  /// `weir send` of an endpoint.
  func send(_ endpoint: String, _ items: String...) throws -> WeirHome.Finished {
    try home.run(["send"] + words(endpoint, items))
  }

  /// Method and target of each request to the service, without the key.
  func asked() throws -> [String] {
    try journal().map { request in
      let query = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("apikey=") }
      return "\(request.method) \(request.path)"
        + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
    }
  }

  /// The body of each request to the service.
  func bodies() throws -> [String] { try journal().map(\.body) }

  private func journal() throws -> [Journal.Request] {
    let journal = try home.run("send", "\(server.url)/__mock/journal").output
    return try JSONDecoder().decode(Journal.self, from: Data(journal.utf8)).requests
  }

  private struct Journal: Decodable {
    struct Request: Decodable {
      let method: String
      let path: String
      let query: String?
      let body: String
    }
    let requests: [Request]
  }

  /// Turns a switch of the service.
  func steer(_ name: String, _ json: String) throws {
    let turned = try home.run(
      ["send", "--check", "\(server.url)/__mock/\(name)", "--body", "-"], input: Array(json.utf8))
    #expect(turned.code == 0, "\(turned.output)\(turned.errorOutput)")
  }
}
