// Content arrives with its first type.
