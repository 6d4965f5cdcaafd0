import ClientCatalogs
import ClientCore
import ClientModel
import Foundation
import LoopbackHTTP
import MockServices
import StandInServices
import TestSupport
import Testing

/// A bundled catalog, the stand-in that plays its service, and the library that asks it.
final class ServiceBench: Sendable {
  private static let bookshop = read("bookshop")
  private static let haven = read("haven")
  private static let oxford = read("oxford-v1")
  private static let push = read("push")

  let catalog: Catalog
  let server: LoopbackServer
  let bench: LibraryBench
  private let account: [(name: String, value: String)]

  init(_ standIn: StandInCatalog) async throws {
    catalog =
      switch standIn {
      case .bookshop: Self.bookshop
      case .haven: Self.haven
      case .oxfordOne, .oxfordTwo: Self.oxford
      case .push: Self.push
      }
    account = standIn.account
    server = try LoopbackServer(standIn.service)
    bench = try await LibraryBench()
  }

  private static func read(_ name: String) -> Catalog {
    do throws(CatalogProblem) {
      return try Catalog.read(text: BundledCatalogs.text(of: name) ?? "", name: name)
    } catch {
      preconditionFailure(error.why)
    }
  }

  /// The form of an endpoint, filled in by the names that its service uses; a name may be given
  /// several times.
  ///
  /// - Parameter url: The server asked in place of the stand-in.
  func form(
    _ endpoint: String, _ given: KeyValuePairs<String, String> = [:], at url: String? = nil
  ) throws -> EndpointForm {
    var form = EndpointForm(try #require(catalog.endpoint(endpoint), "\(endpoint)"), in: catalog)
    if let url {
      form.put([url], in: "server")
    } else {
      form.put(["\(server.port)"], in: "port")
    }
    for (name, value) in account { form.put([value], in: name) }
    var done: Set<String> = []
    for (name, _) in given where done.insert(name).inserted {
      let texts = given.filter { $0.key == name }.map(\.value)
      form.put(texts, in: name)
    }
    return form
  }

  /// The request that a form comes to, with the catalog's rule for responses, asked for at short
  /// intervals where it becomes a job.
  func draft(_ form: EndpointForm, poll: PollPolicy = .brisk) -> Draft {
    var draft = form.draft()
    if draft.outcome == nil { draft.outcome = form.endpoint.rules.outcome ?? catalog.outcome }
    draft.remote?.poll = poll
    return draft
  }

  func send(
    _ form: EndpointForm, poll: PollPolicy = .brisk
  ) async throws -> LibraryBench.Exchange {
    #expect(form.problems == [], "\(form.endpoint.id)")
    return try await bench.send(draft(form, poll: poll))
  }

  /// A request as it came to the stand-in.
  struct Asked: Decodable {
    let method: String
    let path: String
    let query: String?
    let body: String
    /// Milliseconds since the stand-in began.
    let arrived: Double
    let status: Int?

    var target: String { path + (query.map { "?\($0)" } ?? "") }
    /// The query without the key.
    var fields: [String] {
      (query ?? "").split(separator: "&").map(String.init).filter { !$0.hasPrefix("apikey=") }
    }
  }

  struct Journal: Decodable {
    let mostAtOnce: Int
    let requests: [Asked]
  }

  func journal() async throws -> Journal {
    let reported = try await bench.send(Draft(url: server.url + "/__mock/journal"))
    return try JSONDecoder().decode(Journal.self, from: Data(try #require(reported.body).utf8))
  }

  /// Turns a switch of the stand-in.
  func steer(_ name: String, _ json: String) async throws {
    let reported = try await bench.send(
      Draft(method: "POST", url: "\(server.url)/__mock/\(name)", body: .json(json)))
    #expect(reported.status == 200, "\(reported.body ?? "")")
  }
}

extension PollPolicy {
  /// For tests: no chance, and milliseconds where a service wants seconds.
  static let brisk = PollPolicy(
    first: .milliseconds(20), queued: .milliseconds(30), running: .milliseconds(30), factor: 1,
    jitter: 0, errorsInRow: 3)
}

extension LibraryBench.Exchange {
  /// The bodies of all responses, oldest first; empty for one that is none or not in memory.
  var bodies: [String] {
    attempts.map { attempt in
      guard case .inline(let bytes)? = attempt.result?.body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
  /// Where in the body the result stands.
  var root: String { result?.processing?.root ?? "" }
  var why: String { failure?.why ?? "" }
}

extension LibraryBench {
  /// Whether a job came to stand so before patience ended.
  func comesTo(_ id: JobID, _ stands: (Job) -> Bool) async throws -> Bool {
    for _ in 0..<500 {
      if let job = try await client.jobs(matching: JobQuery(ids: [id])).first, stands(job) {
        return true
      }
      try await onOwnThread { _ = poll(for: .milliseconds(10)) { nil as Int? } }
    }
    return false
  }
}

extension EndpointForm {
  /// Fills a field in by its name.
  mutating func put(_ texts: [String], in name: String) {
    do throws(Refusal) {
      try give(.texts(texts), to: name)
    } catch {
      Issue.record("\(endpoint.id) did not take \(name): \(error)")
    }
  }
}
