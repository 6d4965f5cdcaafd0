import Foundation
import Synchronization
import TestSupport

/// One curl line, and what it needs to run.
struct CurlCase: Sendable {
  /// Where a line of this form stands.
  var source: String
  var line: String
  var variables: [String: String] = [:]
  var files: [String] = []

  /// Reads blocks: `= source`, then `& NAME=VALUE` and `@ FILE` lines, then the line itself.
  static func read(_ text: String) -> [CurlCase] {
    var cases: [CurlCase] = []
    var lines: [String] = []
    func finish() {
      guard !cases.isEmpty else { return }
      cases[cases.count - 1].line = lines.joined(separator: "\n")
      lines = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isHead = lines.isEmpty && !cases.isEmpty
      if line.hasPrefix("= ") {
        finish()
        cases.append(CurlCase(source: String(line.dropFirst(2)), line: ""))
      } else if isHead, line.hasPrefix("& "), let mark = line.firstIndex(of: "=") {
        let name = String(line[..<mark].dropFirst(2))
        cases[cases.count - 1].variables[name] = String(line[line.index(after: mark)...])
      } else if isHead, line.hasPrefix("@ ") {
        cases[cases.count - 1].files.append(String(line.dropFirst(2)))
      } else {
        lines.append(line)
      }
    }
    finish()
    return cases
  }
}

/// Lets curl and Weir send the same line to one recorder, and compares.
///
/// Weir states the length 0 of a POST, PUT or PATCH without a body, and curl states none: only this
/// difference is expected.
///
/// Disregarded: the order of headers with different names and how their names are spelt; the agents'
/// own `User-Agent`; `Expect`; curl's offer to upgrade to HTTP/2 without TLS; whether a body of
/// unknown length is chunked; the text of multipart boundaries; the nonces of Digest; the case of
/// hosts and of percent-escapes; whether a character that may not stand in a URL is escaped.
final class CurlJudge {
  enum Verdict: Equatable {
    case equal
    /// Weir sent nothing and said why.
    case refused(String)
    case different(String)
    /// curl sends nothing.
    case nothing(isRefused: Bool)
    case nothingButSent(String)
  }

  private let server: ConnectionServer
  private let socketServer: ConnectionServer
  private let room: TemporaryFolder
  private let record: Record
  private let programs: String

  private final class Record: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
    let asksForDigest = Mutex(false)
  }

  init() throws {
    let record = Record()
    self.record = record
    room = try TemporaryFolder()
    let handler: @Sendable (Connection) -> Void = { connection in
      while let request = connection.takeRequest() {
        record.requests.withLock { $0.append(request) }
        let isAsked =
          record.asksForDigest.withLock { $0 } && request.header("Authorization") == nil
        let response =
          isAsked
          ? "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
            + "Content-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        guard connection.send(response), request.keepsAlive else { return }
      }
    }
    server = try ConnectionServer(handler: handler)
    // Of the programs of a line only curl runs, and what prints a file.
    programs = room.path("bin")
    try FileManager.default.createDirectory(
      atPath: programs, withIntermediateDirectories: true)
    for program in ["curl", "cat"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(programs)/\(program)", withDestinationPath: "/usr/bin/\(program)")
    }
    socketServer = try ConnectionServer(unixSocket: room.path("socket"), handler: handler)
  }

  func stop() {
    server.stop()
    socketServer.stop()
  }

  func judge(_ found: CurlCase) throws -> Verdict {
    let home = try WeirHome()
    let proxy = "127.0.0.1:\(server.port)"
    // Every host is reached through the recorder; TLS is left out of both.
    func placed(_ text: String) -> String {
      text.replacingOccurrences(of: "https://", with: "http://")
        .replacingOccurrences(of: "@RECORDER@", with: proxy)
        .replacingOccurrences(of: "@SOCKET@", with: room.path("socket"))
        .replacingOccurrences(of: "@PORT@", with: "\(server.port)")
    }
    let line = placed(found.line)
    let variables = found.variables.mapValues(placed)
    record.asksForDigest.withLock { $0 = line.contains("--digest") || line.contains("--anyauth") }
    for file in found.files {
      let path = home.workingFolder + "/" + file
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("line one of \(file)\nline two\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    var network = ["http_proxy": "http://\(proxy)", "PATH": programs]
    if found.line.contains("@PORT@") || found.variables.values.contains("@PORT@") {
      network["no_proxy"] = "*"
    }
    let input = Array("standard input\n".utf8)
    let environment = home.environment(network.merging(variables) { $1 })
    let child = try ChildProcess(
      ["/bin/bash", "--norc", "-c", line],
      environment: environment, folder: home.workingFolder, input: input)
    _ = try child.wait(limit: .seconds(30))
    let wanted = take().map(SentRequest.init(ofCurl:))
    let values = variables.sorted { $0.key < $1.key }
      .flatMap { ["--var", "\($0.key)=\($0.value)"] }
    try Data(line.utf8).write(to: URL(fileURLWithPath: home.workingFolder + "/lines"))
    let sent = try home.run(
      ["import", "curl", "lines", "--send"] + values, environment: network, input: input)
    return verdict(wanted, take().map(SentRequest.init(_:)), sent)
  }

  private func take() -> [HTTPRequest] {
    record.requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  private func verdict(
    _ wanted: [SentRequest], _ found: [SentRequest], _ end: WeirHome.Finished
  ) -> Verdict {
    if wanted.isEmpty {
      return found.isEmpty
        ? .nothing(isRefused: end.code != 0) : .nothingButSent("\(found.count) requests")
    }
    if found == wanted { return .equal }
    if found.isEmpty, end.code != 0 { return .refused(end.errorOutput) }
    return .different("curl: \(wanted)\nWeir: \(found)\n\(end.errorOutput.prefix(400))")
  }
}

extension HTTPRequest {
  /// Whether the request has no body and, as curl sends it, no length. Weir states the length 0.
  ///
  /// - Source: RFC 9110, section 8.6.
  var leavesOutLength: Bool {
    ["POST", "PUT", "PATCH"].contains(method) && header("Content-Length") == nil
      && header("Transfer-Encoding") == nil
  }
}

/// A request less what may differ.
private struct SentRequest: Equatable {
  let start: String
  private(set) var headers: [String]
  let body: String

  init(_ request: HTTPRequest) {
    let type = request.header("Content-Type") ?? ""
    let boundary = type.firstMatch(of: /boundary=([^;\s]+)/).map { String($0.1) }
    func plain(_ text: String) -> String {
      boundary.map { text.replacingOccurrences(of: $0, with: "BOUNDARY") } ?? text
    }
    let target = Self.target(request.target)
    start = "\(request.method) \(target) \(request.version)"
    body = plain(String(decoding: request.body, as: UTF8.self))
    let upgrade = request.headers.contains { $0.name.lowercased() == "http2-settings" }
    let ownHeaders = request.headers.compactMap { name, value -> String? in
      let name = name.lowercased()
      switch name {
      case "user-agent" where value.hasPrefix("curl/") || value.hasPrefix("weir"): return nil
      case "expect", "http2-settings", "transfer-encoding": return nil
      case "connection", "upgrade": if upgrade { return nil }
      case "content-length": if boundary != nil || value != "0" { return nil }
      case "host": return "host: \(value.lowercased())"
      case "authorization" where value.hasPrefix("Digest "):
        return "authorization: " + Self.digest(value)
      case "authorization" where value.hasPrefix("AWS4-HMAC-SHA256 "):
        // Each signs at its own time and chooses the headers; AWSSignatureTests judge the signature.
        return "authorization: " + value.prefix { $0 != "," }.replacing(/\/\d{8}\//, with: "/")
      case "x-amz-date": return name
      default: break
      }
      return "\(name): \(plain(value))"
    }
    headers = ownHeaders.sorted()
  }

  /// curl's request, with the length that Weir states.
  init(ofCurl request: HTTPRequest) {
    self.init(request)
    if request.leavesOutLength { headers = (headers + ["content-length: 0"]).sorted() }
  }

  private static func target(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let isLiteral = (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
      result += isLiteral ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16)
    }
    let escapes = result.replacing(/%[0-9A-Fa-f]{2}/) { $0.output.uppercased() }
    let origin = escapes.prefixMatch(of: /[a-z]+:\/\/[^\/?#]*/)?.output ?? ""
    return origin.lowercased() + escapes.dropFirst(origin.count)
  }

  private static func digest(_ value: String) -> String {
    value.dropFirst(7).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("cnonce") && !$0.hasPrefix("response") && !$0.hasPrefix("nc") }
      .sorted().joined(separator: ", ")
  }
}
