import ClientCore
import ClientDocuments
import ClientModel
import ViewModels

/// A loader that appends the pages after a response to the body of the response. It requests each
/// page as a separate job.
struct PageAppender {
  let client: Client
  /// The encoding that the user chose for the pages.
  let charset: TextEncoding?

  /// Appends pages until there are no more.
  ///
  /// If a page fails, the earlier pages stay. The failure is reported on standard error.
  ///
  /// - Parameter most: The maximum number of pages, including the first.
  /// - Returns: The exit status of the command.
  func append(to exchange: inout JobExchange, most: Int) async -> ExitStatus {
    guard exchange.job.state == .succeeded else { return .done }
    var last = exchange
    do {
      while try await isFollowed(last.job.id, exchange) {
        guard exchange.pages.count + 1 < most else {
          Console.complain("There are more pages than the \(most) requested.")
          break
        }
        let page = try await page(after: last.job.id)
        try exchange.append(page, in: charset)
        last = page.exchange
      }
      return .done
    } catch {
      let notice = Notice(reporting: error)
      Console.complain(
        [notice.what, notice.why, notice.whatToDo].filter { !$0.isEmpty }.joined(separator: " "))
      return (error as? Failure).map(ExitStatus.init) ?? .internalError
    }
  }

  /// Returns whether another page follows. If the first page has no paging rule, this is reported
  /// on standard error.
  private func isFollowed(_ job: JobID, _ shown: JobExchange) async throws(Failure) -> Bool {
    switch try await client.standing(of: .next, job) {
    case .there: return true
    case .none: return false
    case .unpaged:
      guard shown.pages.isEmpty else { return false }
      Console.complain(
        "This list cannot be paged: its response has no Link header, and neither its gateway nor its "
          + "catalog has a paging rule. `weir help gateways` describes `paging`.")
      return false
    }
  }

  private func page(after job: JobID) async throws -> NextPage {
    var interrupt: InterruptWatch?
    defer { interrupt?.end() }
    return try await NextPage.load(after: job, by: client) { [client] id in
      interrupt = InterruptWatch { _ in
        do throws(Failure) { _ = try await client.cancel([id]) } catch { Console.complain(error) }
      }
    }
  }
}
