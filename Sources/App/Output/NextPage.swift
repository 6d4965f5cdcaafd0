import ClientCore
import ClientDocuments
import ClientModel
import ClientPipeline

/// A received page that follows the response of a job.
struct NextPage {
  let exchange: JobExchange

  /// Requests the page as a separate job and waits for the response.
  ///
  /// - Parameter began: Called with the job's id before the wait.
  /// - Throws: The reason why there is no such page, or why its response is not a page.
  static func load(
    after last: JobID, by client: Client, began: (JobID) -> Void = { _ in }
  ) async throws(Failure) -> NextPage {
    guard let id = try await client.submitPage(.next, of: last) else { throw lost }
    began(id)
    let job = try await client.wait(for: [id]).first
    guard let job, let exchange = try await JobExchange.read(id, from: client) else { throw lost }
    let page = NextPage(exchange: exchange)
    if case .failed(let failure) = job.state, !failure.isStatedByResponse { throw failure }
    guard job.state == .succeeded, let status = job.status, (200..<300).contains(status) else {
      throw Failure(
        .invalidRequest, what: "The next page was not appended.",
        why: "Its job \(id) ended as \(job.state.word.rawValue)"
          + (job.status.map { " with status \($0)." } ?? "."),
        whatToDo: "Look at job \(id).")
    }
    return page
  }

  /// Appends this page to the text of a body.
  ///
  /// - Parameters:
  ///   - text: The text of the body, in UTF-8.
  ///   - charset: The encoding that the user chose for the pages.
  /// - Returns: The text in UTF-8. If this page is read as UTF-8 although its response declares
  ///   another charset, also the reason.
  func joined(
    behind text: ByteSource, in charset: TextEncoding?
  ) throws(DocumentError) -> (text: [UInt8], problem: String?) {
    let (page, decoding) = try (exchange.response?.body ?? .none).source(in: exchange.storedBody)
      .text(mediaType: exchange.response?.head?.mediaType, choice: charset)
    let joined = try JoinedPages.joined(
      text, page, at: exchange.request?.paging?.items ?? exchange.root)
    return (joined, decoding.problem)
  }

  private static let lost = Failure(
    .storage, what: "The next page was not appended.", why: "Its job has been deleted.",
    whatToDo: "Request it again.")
}
