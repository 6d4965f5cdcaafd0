import ClientCore
import ClientDocuments
import ClientModel
import ViewModels

/// What the session asks about response bodies, answered off the UI thread.
actor DocumentErrands {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func carryOut(_ effect: ResponseEffect) async -> [AppEvent] {
    do {
      switch effect {
      case .load(let id):
        guard let exchange = try await JobExchange.read(id, from: client),
          let request = exchange.request
        else { return [] }
        return [.response(.exchange(exchange.job, request, exchange.attempts))]
      }
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }
}
