// One import gives a library user the model, the client, its transport and its stores.
@_exported public import ClientCore
@_exported public import ClientHTTP
@_exported public import ClientMQTT
@_exported public import ClientMemory
@_exported public import ClientModel
@_exported public import ClientStore
