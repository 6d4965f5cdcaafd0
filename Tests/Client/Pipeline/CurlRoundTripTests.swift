import ClientModel
import ClientPipeline
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Random requests, exported as curl lines, which a shell and the installed curl send to a recorder.
///
/// `WEIR_ROUND_TRIPS=10000` sends as many; a failure names its seed.
@Suite(.usesSystem(minutes: 10)) struct CurlRoundTripTests {
  private static let count =
    ProcessInfo.processInfo.environment["WEIR_ROUND_TRIPS"].flatMap { Int($0) } ?? 60

  private final class Record: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
  }

  @Test func `an exported line sends what the request would send`() async throws {
    try await onOwnThread {
      let record = Record()
      let server = try ConnectionServer { connection in
        while let request = connection.takeRequest() {
          record.requests.withLock { $0.append(request) }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      let folder = try TemporaryFolder()
      for first in stride(from: 0, to: Self.count, by: 100) {
        let seeds = Array(first..<min(first + 100, Self.count))
        var requests: [PreparedRequest] = []
        for seed in seeds {
          requests.append(try Self.request(seed: UInt64(seed), port: server.port))
        }
        let lines = requests.map { CurlExport.line($0, secrets: .inClear) + " -s -o /dev/null" }
        let script = try folder.write("lines", lines.joined(separator: "\n") + "\n")
        let shell = try ChildProcess(
          ["/bin/bash", "--norc", script],
          environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path("")], folder: folder.path(""))
        _ = try shell.wait(limit: .seconds(300))
        let sent = record.requests.withLock { requests in
          defer { requests = [] }
          return requests
        }
        let complaint = String(decoding: shell.errorOutput, as: UTF8.self)
        #expect(sent.count == requests.count, "\(complaint)")
        for (index, pair) in zip(requests, sent).enumerated() {
          let difference = Self.difference(between: pair.0, and: pair.1)
          #expect(difference == nil, "seed \(seeds[index]): \(lines[index])")
        }
      }
    }
  }

  // MARK: Random requests

  private static func request(seed: UInt64, port: Int) throws -> PreparedRequest {
    var random = SeededGenerator(seed: seed)
    func text(_ pieces: [String], _ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let plain = ["a", "Zz", "0", "-", "_", ".", "~"]
    let marks = [
      "'", "\"", "\\", "$HOME", "`id`", "!", "*", "?", "[1-3]", "(", ")", ";", ":", ",", "@", "=",
      "+",
      " ", "ü", "💩", "%", "&", "#", "<", ">", "|", "^", "\t",
    ]
    let pathMarks = [
      "%20", "%C3%BC", "[", "]", "'", "(", "!", "$", "*", "+", ",", ";", "=", "@",
    ]
    let path = "/" + text(plain + pathMarks, 6) + "/x" + text(plain + pathMarks + [":"], 4)
    let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      DraftField("q" + text(plain + marks, 3), text(plain + marks, 5))
    }
    let headers = (0..<Int.random(in: 0...3, using: &random)).map { index in
      DraftField("X-\(index)", text(plain + marks, 6).trimmingCharacters(in: .whitespaces))
    }
    let lines = plain + marks + ["\n", "\r\n", "{", "}", "\u{1B}"]
    var body = DraftBody.none
    switch Int.random(in: 0...6, using: &random) {
    case 0: body = .text(text(lines, 12), mediaType: "text/plain")
    case 1: body = .text("@" + text(lines, 4), mediaType: "")
    case 2: body = .json("{\"k\": \"\(text(plain + ["'", "ü", "$x", " "], 9))\"}")
    case 3: body = .form([DraftField("f", text(lines, 6)), DraftField("g h", text(lines, 3))])
    case 4:
      body = .multipart([
        DraftPart(name: "p", value: text(lines, 6)),
        DraftPart(name: "q", value: text(lines, 6), mediaType: "text/x-own"),
      ])
    default: break
    }
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "HEAD"]
    let method = methods.randomElement(using: &random) ?? "GET"
    let draft = Draft(
      method: method, url: "http://127.0.0.1:\(port)" + path, query: fields, headers: headers,
      body: method == "HEAD" ? .none : body,
      authorization: Bool.random(using: &random) ? .basic(user: "u", password: "p'\"w") : nil,
      removedHeaders: Bool.random(using: &random) ? ["Accept"] : [])
    return try Preparation(files: .assumed).prepare(literal(draft))
  }

  /// Braces in what was typed would be templates.
  private static func literal(_ draft: Draft) -> Draft {
    var draft = draft
    if case .text(let text, let type) = draft.body {
      draft.body = .text(Template.literal(text), mediaType: type)
    }
    return draft
  }

  // MARK: The difference

  private static func difference(between request: PreparedRequest, and sent: HTTPRequest) -> String?
  {
    if sent.method != request.method.rawValue { return "method \(sent.method)" }
    let target =
      "/"
      + request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)[1]
    if sent.target != target { return "target \(sent.target), not \(target)" }
    var expected: [String: [String]] = [:]
    for field in request.headers {
      expected[field.name.lowercased(), default: []].append(field.value.plain ?? "?")
    }
    let free: Set<String> = [
      "host", "accept-encoding", "content-length", "authorization", "transfer-encoding",
      "connection",
    ]
    var found: [String: [String]] = [:]
    for (name, value) in sent.headers where !free.contains(name.lowercased()) {
      found[name.lowercased(), default: []].append(value)
    }
    if case .multipart = request.body {
      expected["content-type"] = nil
      found["content-type"] = nil
    }
    if found != expected { return "headers \(found), not \(expected)" }
    if (sent.header("Authorization") != nil) != (request.credentials != nil) {
      return "authorization"
    }
    switch request.body {
    case .none: return sent.body.isEmpty ? nil : "a body"
    case .text(let text): return sent.body == Array((text.plain ?? "").utf8) ? nil : "body"
    case .bytes(let bytes): return sent.body == bytes ? nil : "body"
    case .file: return "file"
    case .multipart(_, let parts):
      let text = String(decoding: sent.body, as: UTF8.self)
      for part in parts {
        guard case .text(let content) = part.content else { continue }
        let end = "\r\n\r\n\(content.plain ?? "?")\r\n--"
        if !text.utf8.contains(end.utf8) { return "part \(part.name)" }
      }
      return nil
    }
  }
}

extension String.UTF8View {
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    let (all, wanted) = (Array(self), Array(other))
    return all.indices.contains { all[$0...].starts(with: wanted) }
  }
}
