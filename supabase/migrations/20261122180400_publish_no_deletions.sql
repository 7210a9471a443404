-- A deletion is told to everybody who listens to its table, for no policy can be asked about a row that is gone, and its key is the id
-- of an account in some. Nothing that the app shows is deleted without an update before it (SY-18).
alter publication supabase_realtime set (publish = 'insert, update');
