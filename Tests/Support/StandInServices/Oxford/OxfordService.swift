package import LoopbackHTTP

/// A simulation of both versions of the Oxford Dictionaries.
///
/// - Source: the public descriptions of both versions and the stored pages of the documentation.
package struct OxfordService: StandInService {
  /// The only valid account.
  package static let appID = "weir-mock-id"
  package static let appKey = "weir-mock-key"

  /// The number of remaining requests, or nil for no limit.
  private var allowance: Int?
  /// The status for wrong credentials by version. Older documentation says 403.
  private var refusal: [OxfordVersion: Int] = [.one: 403, .two: 401]

  package init() {}

  package mutating func serve(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
    let path = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let version: OxfordVersion = path.count > 1 && path[1] == "v2" ? .two : .one
    do throws(OxfordTrouble) {
      guard path.count > 2, path[0] == "api", path[1] == "v1" || path[1] == "v2" else {
        throw .missing("No such address.")
      }
      try admit(request, version)
      let request = OxfordRequest(request)
      switch version {
      case .one: return try OxfordOne.response(Array(path.dropFirst(2)), request)
      case .two: return .json(try OxfordTwo.response(Array(path.dropFirst(2)), request))
      }
    } catch {
      return error.response(version)
    }
  }

  /// Sets one of two switches: `allowance` with `{"calls": 3}`, the number of requests before the
  /// status is 429, or `credentials` with `{"status": 401}`, the status for wrong credentials.
  package mutating func turn(_ name: String, _ value: MockJSON) throws(StandInMisuse) -> MockJSON? {
    switch name {
    case "allowance":
      guard let calls = value["calls"]?.int, calls >= 0 else {
        throw StandInMisuse("An allowance has `calls`.")
      }
      allowance = calls
      return ["calls": .integer(calls)]
    case "credentials":
      guard let status = value["status"]?.int, status == 401 || status == 403 else {
        throw StandInMisuse("Wrong credentials have the `status` 401 or 403.")
      }
      refusal = [.one: status, .two: status]
      return ["status": .integer(status)]
    default: return nil
    }
  }

  private mutating func admit(_ request: LoopbackRequest, _ version: OxfordVersion)
    throws(OxfordTrouble)
  {
    let isStats = version == .one && request.path.hasPrefix("/api/v1/stats/")
    guard request.method == "GET" || isStats && request.method == "POST" else {
      throw OxfordTrouble(status: 405, why: "\(request.method) is not taken here.")
    }
    for (name, value) in [("app_id", Self.appID), ("app_key", Self.appKey)] {
      guard let given = request.header(name) else {
        throw OxfordTrouble(status: refusal[version] ?? 403, why: "The header \(name) is missing.")
      }
      guard given == value else {
        throw OxfordTrouble(status: refusal[version] ?? 403, why: "The header \(name) is wrong.")
      }
    }
    guard let left = allowance else { return }
    guard left > 0 else { throw OxfordTrouble(status: 429, why: "The allowance is used up.") }
    allowance = left - 1
  }
}
