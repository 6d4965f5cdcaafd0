import LoopbackHTTP

@testable import StandInServices

extension OxfordService {
  /// A GET with the right account.
  mutating func get(_ path: String, accept: String = "application/json") -> LoopbackResponse {
    respond(
      LoopbackRequest(
        "GET", path,
        fields: [
          LoopbackField("app_id", Self.appID), LoopbackField("APP_KEY", Self.appKey),
          LoopbackField("Accept", accept),
        ]), at: .zero)
  }

  mutating func statuses(_ paths: [String]) -> [Int] { paths.map { get($0).status } }
}
