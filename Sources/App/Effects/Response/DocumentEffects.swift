import ClientCore
import ClientDocuments
import ClientModel
import ClientPipeline
import ClientReading
import ReadingValues
import ViewModels

/// The effect handler of responses and their bodies. It runs off the UI thread.
actor DocumentEffects {
  /// The reader of bodies. It runs on the same thread as this actor.
  ///
  /// A request to the reader waits for at most one chunk or one effect of this actor.
  nonisolated let reader: BodyReader
  nonisolated var unownedExecutor: UnownedSerialExecutor { reader.unownedExecutor }

  let client: Client
  /// The number of the newest filter run. It is 0 after a stop.
  var filterNumber = 0
  var filterRun: Task<FilterResult, Never>?
  /// The number of the newest picture request.
  var pictureNumber = 0
  var pictureRun: Task<DrawingResult, Never>?

  /// Creates the effect handler and its reader of bodies.
  ///
  /// - Parameter subscriber: Receives the known facts about the open body.
  init(_ client: Client, subscriber: @escaping BodyReader.Subscriber) {
    self.client = client
    reader = BodyReader(
      DocumentController { client.bytes(of: $0) }, on: ReadingThread(), clock: QuietClock(),
      subscriber: subscriber)
  }

  func carryOut(_ effect: ResponseEffect) async -> [AppEvent] {
    switch effect {
    case .load(let id): await load(id)
    case .document(let request): await handle(request)
    case .save(let body, let name): save(body, to: name)
    case .saveNode(let span, let name): await save(span, to: name)
    case .extract(let span, let reader, let suffix): await extract(span, reader, suffix)
    case .elements(let span, let name, let source): await elements(span, of: name, source: source)
    case .readValue(let span, let storage): await readValue(span, for: storage)
    // The session runs these effects, because they need the terminal.
    case .read, .page: []
    // This effect does not use a body.
    case .storeFilters: []
    case .loadMore(let wish): await loadMore(wish)
    case .findPrevious(let id):
      await found(of: id) { history in try await history.previous(of: id) }
    case .findExchange(let other, let id):
      await found(of: id) { history in try await history.exchange(other) }
    case .runFilter(let turn): await runFilter(turn)
    case .stopFilter: stopFilter()
    case .drawPicture(let order): await draw(order)
    case .stopPicture: stopPicture()
    case .saveFiltered(let name): await save(nil, to: name)
    }
  }

  /// Passes a request to the reader. The reader publishes the update, so that all updates about the
  /// body are in order.
  private func handle(_ request: DocumentRequest) async -> [AppEvent] {
    await reader.handle(request)
    return []
  }

  private func found(
    of id: AttemptID, _ find: (HistoryEffects) async throws -> Exchange?
  ) async -> [AppEvent] {
    do {
      return [.response(.previous(try await find(HistoryEffects(client)), of: id))]
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }

  /// Requests the next page and appends it to a body. Other effects, such as folding, continue
  /// while the server responds.
  private func loadMore(_ wish: PageRequest) async -> [AppEvent] {
    do {
      let next = try await NextPage.load(after: wish.last, by: client)
      let text = try wish.body.source(in: client.bytes(of: wish.body))
        .text(mediaType: nil, choice: wish.encoding).text
      let joined = try next.joined(behind: text, in: wish.charset)
      let page = LoadedPage(
        job: next.exchange.job.id, head: next.exchange.response?.head, joined: .inline(joined.text))
      let problems = joined.problem.map { [AppEvent.notice(Notice(.warning, $0))] } ?? []
      return [.response(.more(PageUpdate(wish, page)))] + problems
    } catch {
      return [.notice(Notice(reporting: error)), .response(.more(PageUpdate(wish, nil)))]
    }
  }

  private func load(_ id: JobID) async -> [AppEvent] {
    do {
      guard let exchange = try await JobExchange.read(id, from: client) else {
        return [
          .notice(
            Notice(
              .warning, "Job \(id) cannot be shown.", why: "It has been deleted.",
              whatToDo: "Choose another job.")),
          .composer(.gone(id)),
        ]
      }
      guard let request = exchange.request else { return [] }
      return [.response(.exchange(exchange.job, request, exchange.attempts))]
    } catch {
      return [.notice(Notice(error))]
    }
  }

  private func save(_ body: StoredBody, to name: String) -> [AppEvent] {
    let place = SavePath(name)
    if let free = place.proposal {
      return [.nameTaken(place.path, Prompt(SaveBodyPrompt(), text: free))]
    }
    do {
      let source = try body.source(in: client.bytes(of: body))
      let start = try OutputFile.save(source, to: place.path)
      let words = OutputFile.words(body.length, in: place.path, resumedAt: start)
      return [.notice(Notice(.info, words))]
    } catch {
      return [.notice(Notice(reporting: error))]
    }
  }
}

/// A thread for reading bodies of any size.
///
/// It is outside Swift's thread pool, because the pool has no more threads than there are
/// processors.
final class ReadingThread: SerialExecutor {
  private let threads = ThreadPool(of: 1)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.add { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
