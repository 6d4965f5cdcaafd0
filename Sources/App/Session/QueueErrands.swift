import ClientCore
import ViewModels

struct QueueErrands {
  init(_ c: Client) {}
  func carryOut(_ effect: QueueEffect) async throws -> [AppEvent] { [] }
}
