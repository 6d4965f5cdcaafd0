import ClientCore
import ClientModel

/// Functions that sign requests immediately before they are sent. A signature contains its time and
/// is valid for only a few minutes.
extension TransferLoop {
  /// Signs a request on a separate thread, because signing reads the full body, which may be a
  /// large or slow file.
  func sign(_ attempt: OutgoingAttempt, _ kind: AuthScheme.SignatureKind) {
    delayed.sign(attempt)
    let (id, request, inbox) = (attempt.id, attempt.request, inbox)
    OwnThread.run {
      let result = Result { () throws(Failure) in
        switch kind {
        case .awsV4: try AWSSignature.signed(request)
        }
      }
      inbox.put(.signed(id, result))
    }
  }

  func finishSigning(_ id: AttemptID, _ result: Result<WireRequest, Failure>) {
    // An attempt that was cancelled during signing has already ended.
    guard var attempt = delayed.takeSigned(id) else { return }
    switch result {
    case .success(let request):
      attempt.request = request
      begin(attempt)
    case .failure(let failure):
      if DescriptorBudget.isExhausted { return delay(attempt) }
      refuse(attempt, end: .failed(failure))
    }
  }
}
