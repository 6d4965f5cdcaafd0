/// What a client must make of a hostile response.
package enum HostileVerdict: Equatable, Sendable {
  /// Refused as no (good) HTTP: a protocol error.
  case refused
  /// Refused or shown; if shown, marked as a framing conflict and the connection not used again.
  case marked
  /// The response ended early: never a success. A POST becomes `interrupted`.
  case cutOff
  /// The connection failed before a response: never a success. A POST becomes `interrupted`.
  case noResponse
  /// Stopped at a limit of header bytes, header fields or interim responses.
  case headersLimit
  /// Stopped at a limit of decoded bytes, ratio or codings.
  case bodyLimit
  /// Ended by the deadline for the first byte (headers that crawl count as no response).
  case firstByteDeadline
  /// Ended by the deadline between bytes or, for a crawl, by the total deadline.
  case idleDeadline
  /// A redirect that must not be followed, or not that often.
  case notFollowed
  /// A good response with this status, whatever surrounds it.
  case accepted(status: Int)
}

/// One way in which a server misbehaves over HTTP/1. The raw value is the path that asks for it.
package enum HostileCase: String, CaseIterable, Sendable {
  // Status lines.
  case garbageStatus, status099, status1000, statusMinus20, http37, http09, emptyResponse
  // Header fields.
  case headerWithoutColon, nulInHeader, nonUTF8Header, foldedHeader, bareLF, spaceBeforeColon
  case escapesInHeader, hugeHeaderLine, endlessHeaders, hundredMegabytesOfHeaders
  case twoHundredThousandHeaders, twentyThousandContinues, endlessEarlyHints, earlyHintsThenResponse
  // Framing.
  case negativeLength, lengthOf23Digits, doubledLength, equalLengths, shortLength, longLength
  case lengthAndChunked, badChunkSize, negativeChunkSize, hugeChunkSize, cutChunk, missingLastChunk
  case bodyWith204, bytesAfterTheEnd, unknownTransferCoding
  // Codings.
  case badGzip, cutGzip, fiftyCodings, gzipBomb, zstdBomb, brotliBomb, unknownCoding
  // Time.
  case silenceAfterConnect, silenceAfterHeaders, headersByteByByte, bodyByteByByte, endlessBody
  // Connections.
  case resetBeforeRequest, resetAfterRequest, resetInHeaders, resetInBody, closeWithoutResponse
  case diesOnReusedConnection
  // Uploads: these are answered before the request's body is read.
  case earlyRefusal, expectationFailed, resetDuringUpload, slowReader, earlyResponse
  // Redirects.
  case redirectLoop, redirectToFile, redirectToGopher, redirectWithoutLocation, redirectToNothing
  // Asking to wait.
  case retryAfterNegative, retryAfterHuge, retryAfterGarbage, retryAfterPast, retryAfterZero
  // What it claims to be.
  case wrongContentType, contentTypeWithEscapes, hostileFileName

  /// Whether the server misbehaves before it has read the request's body: send one of a megabyte.
  package var isAboutUploads: Bool {
    [.earlyRefusal, .expectationFailed, .resetDuringUpload, .slowReader, .earlyResponse]
      .contains(self)
  }

  /// What a correct client reports for a GET with its default limits.
  package var verdict: HostileVerdict {
    switch self {
    case .garbageStatus, .status099, .status1000, .statusMinus20, .http37, .http09,
      .headerWithoutColon, .nulInHeader, .negativeLength, .badChunkSize, .negativeChunkSize,
      .hugeChunkSize, .badGzip, .spaceBeforeColon, .unknownTransferCoding, .lengthOf23Digits,
      .doubledLength:
      .refused
    case .emptyResponse, .resetBeforeRequest, .resetAfterRequest, .resetInHeaders,
      .closeWithoutResponse, .resetDuringUpload:
      .noResponse
    case .lengthAndChunked, .bareLF, .foldedHeader, .bytesAfterTheEnd, .bodyWith204, .shortLength:
      .marked
    case .longLength, .cutChunk, .missingLastChunk, .cutGzip, .resetInBody: .cutOff
    case .hugeHeaderLine, .endlessHeaders, .hundredMegabytesOfHeaders, .twoHundredThousandHeaders,
      .twentyThousandContinues, .endlessEarlyHints:
      .headersLimit
    case .fiftyCodings, .gzipBomb, .zstdBomb, .brotliBomb: .bodyLimit
    case .silenceAfterConnect, .headersByteByByte: .firstByteDeadline
    case .silenceAfterHeaders, .bodyByteByByte, .endlessBody: .idleDeadline
    case .redirectLoop, .redirectToFile, .redirectToGopher, .redirectWithoutLocation,
      .redirectToNothing:
      .notFollowed
    case .retryAfterNegative, .retryAfterHuge, .retryAfterGarbage, .retryAfterPast,
      .retryAfterZero:
      .accepted(status: 503)
    case .earlyRefusal: .accepted(status: 413)
    case .expectationFailed: .accepted(status: 417)
    case .nonUTF8Header, .escapesInHeader, .equalLengths, .earlyHintsThenResponse,
      .diesOnReusedConnection, .slowReader, .earlyResponse, .wrongContentType, .unknownCoding,
      .contentTypeWithEscapes, .hostileFileName:
      .accepted(status: 200)
    }
  }
}
