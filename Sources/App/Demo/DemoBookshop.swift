import ClientCore
import ClientHTTP
import ClientModel
import LoopbackHTTP
import MockServices
import Synchronization

/// The service of the bundled catalog `bookshop`.
///
/// In the demo, it responds at the address in the catalog. It opens no port and uses no network.
final class DemoBookshop: Sendable {
  /// The delay of each response. During the delay, the running request is visible.
  private static let delay = Duration.milliseconds(400)

  private let service = Mutex(BookshopService())
  private let begun = ContinuousClock.now

  /// Passes a request to the service.
  ///
  /// - Returns: The response. Nil for a request to another server.
  func respond(_ request: WireRequest) -> ScriptedResponse? {
    let origin = request.origin
    guard origin.host == "127.0.0.1", origin.scheme == "http",
      Int(origin.port) == BookshopService.port
    else { return nil }
    let played: PlayedRequest
    do throws(Failure) { played = try PlayedRequest(request) } catch {
      return ScriptedResponse(nil, "*", .failure(error))
    }
    let asked = LoopbackRequest(
      played.method, played.target,
      fields: played.fields.map { LoopbackField($0.name, $0.value) }, body: played.body)
    let response = service.withLock { $0.respond(asked, at: ContinuousClock.now - begun) }
    let length = ResponseField("Content-Length", "\(response.body.count)")
    let head = ResponseHead(
      status: response.status, reason: response.reason,
      fields: response.fields.map { ResponseField($0.name, $0.value) } + [length])
    return ScriptedResponse(
      nil, "*", .response(head, body: response.body), delay: Self.delay + response.delay)
  }
}
