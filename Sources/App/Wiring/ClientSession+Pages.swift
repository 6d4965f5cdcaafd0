import ClientCore
import ClientDocuments
import ClientModel
import ViewModels

extension ClientSession {
  /// Puts the pages that follow an answer behind its body, each by a job of its own.
  ///
  /// What there is when a page fails is kept; the failure is told and is how the command ends.
  /// - Parameter most: How many pages there may be in all.
  func appendPages(to exchange: inout JobExchange, most: Int) async -> ExitStatus {
    guard exchange.job.state == .succeeded else { return .done }
    var last = exchange
    do {
      while last.hasNextPage {
        guard exchange.pages.count + 1 < most else {
          Console.complain("There are more pages than the \(most) asked for.")
          break
        }
        let page = try await page(after: last.job.id)
        try exchange.append(page)
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

  private func page(after job: JobID) async throws -> NextPage {
    var interrupt: InterruptWatch?
    defer { interrupt?.end() }
    return try await NextPage.load(after: job, by: client) { [client] id in
      interrupt = InterruptWatch {
        do throws(Failure) { _ = try await client.cancel([id]) } catch { Console.complain(error) }
      }
    }
  }
}
