import LoopbackHTTP

@testable import StandInServices

extension HavenService {
  /// A GET with the right key.
  mutating func get(_ path: String, _ query: String = "") -> LoopbackResponse {
    let joined = query.isEmpty ? "" : "&\(query)"
    return respond(LoopbackRequest("GET", "\(path)?apikey=\(HavenService.key)\(joined)"), at: .zero)
  }

  /// A POST of parts, its last boundary closed unless said otherwise.
  mutating func post(_ path: String, _ parts: [String], closing: String = "--X--\r\n")
    -> LoopbackResponse
  {
    let body = ([Self.part("apikey", HavenService.key)] + parts).joined() + closing
    return respond(
      LoopbackRequest(
        "POST", path,
        fields: [LoopbackField("Content-Type", "multipart/form-data; boundary=X")],
        body: Array(body.utf8)), at: .zero)
  }

  static func part(_ name: String, _ value: String) -> String {
    "--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
  }

  static func file(_ content: String, as fileName: String = "a.txt") -> String {
    "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(fileName)\"\r\n"
      + "Content-Type: text/plain\r\n\r\n\(content)\r\n"
  }
}

extension LoopbackResponse {
  var json: MockJSON { MockJSON(body) ?? .null }
  /// The code at the top, or inside `detail`.
  var code: Int? { json["error"]?.int ?? json["detail"]?["error"]?.int }
}
