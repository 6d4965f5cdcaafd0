import ClientModel

/// Requests, states and results at random, the same for the same seed.
struct RandomRequests {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  mutating func maybe<Value>(_ make: (inout RandomRequests) -> Value) -> Value? {
    below(2) == 0 ? nil : make(&self)
  }

  mutating func text() -> String {
    let pieces = ["a", "é", "日本", "😀", "\0", "\"", "\n", "x-y", "", "%20", "{{name}}"]
    return (0..<below(6)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  mutating func span() -> Duration {
    Duration(secondsComponent: Int64(below(100_000)), attosecondsComponent: Int64(below(1 << 50)))
  }

  mutating func sensitive() -> SensitiveText {
    SensitiveText(
      (0..<below(4)).map { _ in
        let encoding = SensitiveText.Encoding.allCases[below(3)]
        switch below(3) {
        case 0: return .plain(text())
        case 1: return .literal(Secret(text()), encoding)
        default: return .reference(.environment("N\(below(9))"), encoding)
        }
      })
  }

  mutating func file() -> FileReference {
    FileReference(
      path: "/" + text(), size: ByteCount(below(1 << 40)), modified: Int64(bitPattern: next()),
      inode: next())
  }

  mutating func body() -> PreparedBody {
    switch below(5) {
    case 0: return .none
    case 1: return .text(sensitive())
    case 2: return .bytes((0..<below(300)).map { _ in UInt8(truncatingIfNeeded: next()) })
    case 3: return .file(file())
    default:
      let parts = (0..<below(4)).map { _ in
        MultipartPart(
          name: text(), content: below(2) == 0 ? .text(sensitive()) : .file(file()),
          fileName: maybe { $0.text() }, mediaType: maybe { $0.text() })
      }
      return .multipart(boundary: text(), parts: parts)
    }
  }

  mutating func options() -> TransportOptions {
    if below(2) == 0 { return TransportOptions() }
    let pin = PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=")
    return TransportOptions(
      trust: TrustOptions(
        verification: below(2) == 0 ? .full : .insecure, authorities: maybe { $0.text() },
        clientCertificate: maybe { $0.text() }, clientKey: maybe { $0.text() },
        pins: below(2) == 0 ? [] : [pin].compactMap(\.self)),
      route: RouteOptions(
        version: below(2) == 0 ? .http1 : .http2, proxy: maybe { $0.sensitive() },
        unixSocket: maybe { $0.text() }, resolve: (0..<below(3)).map { _ in text() }),
      deadlines: Deadlines(
        connect: span(), firstByte: span(), idle: span(), total: maybe { $0.span() }),
      limits: TransferLimits(
        headerBlock: ByteCount(below(1 << 30)), headerCount: below(1000), decodedRatio: below(99)),
      redirects: below(2) == 0 ? .stay : .follow(atMost: below(20)),
      retry: RetryRule(attempts: below(9), repeatsUnsafe: .whenRefused), cookies: .off,
      cache: maybe { $0.cacheRule() }, parsing: parsing(), broker: broker())
  }

  mutating func cacheRule() -> CacheRule {
    CacheRule(
      mode: CacheRule.Mode.allCases[below(4)], storeFor: maybe { $0.span() },
      maxAge: maybe { $0.span() },
      key: CacheKeyRule(
        query: below(2) == 0 ? .asSent : .sorted, headers: (0..<below(3)).map { _ in text() },
        body: below(2) == 0 ? .excluded : .included, name: maybe { $0.text() }),
      methods: (0..<below(3)).map { _ in .post })
  }

  mutating func request() -> PreparedRequest {
    let credentials: Credentials? =
      switch below(4) {
      case 0: nil
      case 1: .basic(user: sensitive(), password: sensitive())
      case 2: .bearer(sensitive())
      default: .digest(user: sensitive(), password: sensitive())
      }
    return PreparedRequest(
      method: HTTPMethod.common[below(9)], url: "https://h/" + text(),
      origin: Origin(scheme: "https", host: "h", port: below(65_536)),
      secretQuery: (0..<below(3)).map { _ in HeaderField(text(), sensitive()) },
      headers: (0..<below(5)).map { _ in HeaderField(text(), sensitive()) }, body: body(),
      credentials: credentials, options: options(), idempotencyKey: maybe { $0.text() },
      gateway: maybe { $0.gateway() }, remote: maybe { $0.remoteUse() },
      outcome: maybe { $0.outcome() },
      endpoint: maybe { EndpointName(catalog: $0.text(), endpoint: $0.text()) })
  }

  mutating func failure() -> Failure {
    Failure(
      Failure.Kind.allCases[below(Failure.Kind.allCases.count)], what: text(), why: text(),
      whatToDo: text(), cause: maybe { $0.text() },
      errors: (0..<below(3)).map { _ in
        ServiceError(
          code: maybe { $0.text() }, reason: maybe { $0.text() }, detail: maybe { $0.text() })
      })
  }

  mutating func time() -> Timestamp { Timestamp(milliseconds: Int64(bitPattern: next()) >> 12) }

  mutating func jobState() -> JobState {
    let states: [JobState] = [
      .held(.byUser), .held(.until(time())), .held(.missingSecret(text())),
      .held(.question(.largeBody(ByteCount(below(999))))),
      .held(.question(.askingRefused(status: below(999)))),
      .held(.question(.redirectCarriesBody(to: text(), status: below(999)))), .waiting(.slot),
      .waiting(.job(JobID(Int64(below(999))))), .waiting(.until(time())),
      .running(attempt: below(999)), .polling(word: text(), next: maybe { $0.time() }),
      .succeeded, .failed(failure()), .cancelled(sent: ByteCount(below(999))),
      .skipped(because: JobID(Int64(below(999)))),
      .interrupted(
        JobState.Knowledge(
          sent: ByteCount(below(999)), responseBegan: below(2) == 0, why: text())),
    ]
    return states[below(states.count)]
  }

  mutating func attempt(_ request: PreparedRequest) -> Attempt {
    Attempt(
      id: AttemptID(job: JobID(7), number: 1 + below(9)), hop: below(5), method: request.method,
      displayURL: text(), origin: request.origin, body: BodyIdentity(of: request.body),
      idempotencyKey: maybe { "k" + $0.text() }, started: Timestamp(milliseconds: 5))
  }

  mutating func verdict() -> AssertionVerdict {
    let ends: [AssertionVerdict.End] = [.held, .failed(got: text()), .unchecked(why: text())]
    return AssertionVerdict(text(), ends[below(3)])
  }

  /// One that any job may have had made of it.
  mutating func check() -> CheckTally {
    CheckTally(held: below(9), failed: below(9), first: maybe { $0.text() })
  }

  mutating func result() -> AttemptResult {
    let ends: [AttemptResult.End] = [.responded, .failed(failure()), .cancelled]
    let bodies: [StoredBody] = [
      .none, .inline([1, 2]), .inline([]),
      .file(name: "1-a-2-3", length: ByteCount(below(999)), sha256: [4, 5]),
    ]
    let sources: [ResponseSource] = [
      .network, .cache(age: span()), .notModified, .stale(age: span()), .stub,
    ]
    let names = ["Content-Type", "Set-Cookie", "X-Api-Key", "server"]
    let head = maybe { random in
      ResponseHead(
        version: ResponseHead.Version.allCases[random.below(4)], status: random.below(600),
        reason: random.text(),
        fields: (0..<random.below(5)).map { _ in
          ResponseField(names[random.below(4)], random.text())
        })
    }
    return AttemptResult(
      end: ends[below(3)], head: head,
      trailers: (0..<below(3)).map { _ in ResponseField(names[below(4)], text()) },
      body: bodies[below(4)],
      timings: Timings(
        nameLookup: maybe { $0.span() }, connected: maybe { $0.span() }, secured: nil,
        firstByte: maybe { $0.span() }, total: maybe { $0.span() }),
      connection: ConnectionFacts(
        address: maybe { $0.text() }, use: .reused, security: maybe { $0.text() }),
      transfer: TransferCounts(requestHeaders: ByteCount(below(99)), responseBody: 7),
      framing: [.foldedHeader, .bareLineFeed], source: sources[below(5)],
      sentFiles: (0..<below(3)).map { _ in SentFile(path: text(), sha256: [1, 2, 3]) },
      processing: maybe { $0.processing() }, offeredCodings: maybe { $0.text() },
      verdicts: (0..<below(3)).map { _ in verdict() })
  }
}
