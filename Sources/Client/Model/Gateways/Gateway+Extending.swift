/// Inherits settings from a base gateway.
extension Gateway {
  /// Returns this gateway with missing settings filled in from a base gateway.
  ///
  /// Headers, query fields and options are inherited one by one. Values for one method take
  /// precedence over values for all methods. The gateway's own stubs come before the inherited
  /// stubs. The gateway's own stages run after the inherited stages. The outcome rule and the
  /// paging rule are inherited as a whole. The name and the lane are never inherited.
  public func extending(_ base: Gateway) -> Gateway {
    var merged = self
    merged.bases = [base.name] + base.bases
    if url.isEmpty { merged.url = base.url }
    merged.defaults = defaults.over(base.defaults)
    merged.methods.merge(base.methods) { own, lower in own.over(lower) }
    merged.authorization = authorization ?? base.authorization
    merged.lane.limit = lane.limit ?? base.lane.limit
    merged.lane.rate = lane.rate ?? base.lane.rate
    merged.outcome = outcome ?? base.outcome
    merged.paging = paging ?? base.paging
    merged.stubs += base.stubs
    merged.middleware = middleware.after(base.middleware)
    merged.encoding = encoding ?? base.encoding
    merged.broker = broker ?? base.broker
    if pause == .never { merged.pause = base.pause }
    return merged
  }
}

extension GatewayDefaults {
  fileprivate func over(_ lower: GatewayDefaults) -> GatewayDefaults {
    let names = Set(headers.map { $0.name.lowercased() })
    let fields = Set(query.map(\.name))
    return GatewayDefaults(
      headers: headers + lower.headers.filter { !names.contains($0.name.lowercased()) },
      query: query + lower.query.filter { !fields.contains($0.name) },
      options: options.over(lower.options), cache: cache.over(lower.cache))
  }
}

extension MiddlewareRule {
  fileprivate func after(_ lower: MiddlewareRule) -> MiddlewareRule {
    var merged = self
    merged.onSubmit = lower.onSubmit + onSubmit
    merged.onDispatch = lower.onDispatch + onDispatch
    merged.onResponse = lower.onResponse + onResponse
    merged.requestTransform = requestTransform ?? lower.requestTransform
    merged.responseTransform = responseTransform ?? lower.responseTransform
    let types = Set(parsers.map(\.mediaType))
    merged.parsers += lower.parsers.filter { !types.contains($0.mediaType) }
    return merged
  }
}
