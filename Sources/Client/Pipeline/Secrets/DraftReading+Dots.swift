import ClientModel

extension DraftReading {
  /// Reports a value that is Weir's mask for secrets. The user copied it from a screen or a curl
  /// line, and the server would receive the mask.
  mutating func refuseDots(in request: PreparedRequest) {
    var texts = request.headers.map(\.sealedValue) + request.secretQuery.map(\.value)
    texts += request.credentials?.values ?? []
    switch request.body {
    case .text(let text): texts.append(text)
    case .multipart(_, let parts):
      for part in parts { if case .text(let text) = part.content { texts.append(text) } }
    case .none, .bytes, .file: break
    }
    if let proxy = request.options.route.proxy { texts.append(proxy) }
    let secrets =
      texts.flatMap(\.parts).compactMap { part -> String? in
        if case .literal(let secret, _) = part { secret.reveal() } else { nil }
      } + request.urlSecrets.secrets(in: request.url).map { PercentEncoding.decode($0) ?? $0 }
    guard secrets.contains(where: { $0.contains(Secret.mask) }) else { return }
    report(
      .url, "A secret of the request consists only of dots.",
      "Weir shows dots instead of a secret, so the secret itself was not copied.",
      "Type the secret again, or write a reference such as env:TOKEN.")
  }
}
