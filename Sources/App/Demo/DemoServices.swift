import ClientCore
import ClientHTTP
import ClientModel
import MockServices
import Synchronization

/// The services of the bundled catalogs. In the demo they respond at the addresses in their
/// catalogs, without opening a port or using a network.
final class DemoServices: Sendable {
  /// The delay that is added to each response, long enough that the running request is visible.
  private static let delay = Duration.milliseconds(400)

  /// The services by the port in their catalog.
  private let services: Mutex<[Int: any MockService]>
  private let begun = ContinuousClock.now

  init() {
    var services: [Int: any MockService] = [:]
    for mock in MockCatalog.allCases { services[mock.port] = mock.service }
    self.services = Mutex(services)
  }

  /// The gateways of these services in the demo's `weir.yaml`, with the credentials that they
  /// require.
  static let gateways = """
    gateways:
      haven: {url: "http://127.0.0.1:\(MockCatalog.haven.port)", query: {apikey: "{{haven-demo}}"}}
      oxford:
        url: http://127.0.0.1:\(MockCatalog.oxfordOne.port)
        headers: {app_id: \(OxfordService.appID), app_key: "{{oxford-demo}}"}
      push: {url: "http://127.0.0.1:\(MockCatalog.push.port)"}

    """

  /// The demo's `environments.yaml`, since a gateway must not contain a key in clear.
  static let environments = """
    shared:
      haven-demo: \(HavenService.key)
      oxford-demo: \(OxfordService.appKey)

    """

  /// Passes a request to the service at its port.
  ///
  /// - Returns: The response, or nil for a request to another server.
  func respond(_ request: WireRequest) -> ScriptedResponse? {
    let origin = request.origin
    guard origin.host == "127.0.0.1", origin.scheme == "http" else { return nil }
    let played: PlayedRequest
    do throws(Failure) { played = try PlayedRequest(request) } catch {
      return ScriptedResponse(nil, "*", .failure(error))
    }
    let asked = MockRequest(
      played.method, played.target,
      fields: played.fields.map { MockField($0.name, $0.value) }, body: played.body)
    let now = ContinuousClock.now - begun
    guard let response = services.withLock({ $0[Int(origin.port)]?.respond(asked, at: now) }) else {
      return nil
    }
    let length = ResponseField("Content-Length", "\(response.body.count)")
    let head = ResponseHead(
      status: response.status, reason: response.reason,
      fields: response.fields.map { ResponseField($0.name, $0.value) } + [length])
    return ScriptedResponse(
      nil, "*", .response(head, body: response.body), delay: Self.delay + response.delay)
  }
}
