@testable import MockServices

extension OxfordService {
  /// A GET with the right account.
  mutating func get(_ path: String, accept: String = "application/json") -> MockResponse {
    respond(
      MockRequest(
        "GET", path,
        fields: [
          MockField("app_id", Self.appID), MockField("APP_KEY", Self.appKey),
          MockField("Accept", accept),
        ]), at: .zero)
  }

  mutating func statuses(_ paths: [String]) -> [Int] { paths.map { get($0).status } }
}
